// Package lang is the seam between the engine and the languages it reads: what
// a language must be able to do, and the facts that one file yields. It knows
// no parser; each language is a folder below this one and one registration.
//
// # What one file says
//
// Extract is a pure function of (language, path's extension, content): it sees
// one file and nothing else, so its result can be keyed by content hash and
// shared by every worktree that holds the same bytes. What it cannot know (which
// file `./api` is, what type `createClient()` returns) it writes down as a small
// expression, and the linker evaluates that against the other files' facts.
//
// # Expressions
//
// An Expr is a flat string, so that it can be interned, stored and compared:
//
//	expr = [ "=" ] root { step }
//	root = "@self"        the innermost enclosing type (this, self, Go's receiver)
//	     | "@super"       its bases
//	     | "?"            something this file cannot tell: nothing resolves from it
//	     | NAME           a name of the file's scope: symbol, import, package, global
//	step = "." NAME       a member
//	     | "()"           the result of calling (or constructing) it
//	     | "[]"           an element of it (index, range, iteration)
//	     | slot           what is handed to a function that stands there
//	slot = "%" N          parameter N of it
//	     | "%" N "." M    parameter M of the function that its parameter N is
//
// Extract replaces local variables and parameters by what they stand for, so a
// root is never a local: `c := store.Open(p); c.Get(k)` gives a reference Get with
// Recv "=store.Open()". A leading "=" marks an expression over values, whose type
// is wanted; without it the expression names a type ("store.Store", "Store[]" for a
// list or map of them). Pointers, generics' arguments, optionals, promises and
// await are dropped; lists, arrays, sets, maps, channels and iterators of T are T[].
package lang

import (
	"context"
	"fmt"
	"sort"
)

// Kind is LSP's SymbolKind, by name. Its text form is LSP's ("Function").
type Kind uint8

// The kinds in use, with LSP's numbers.
const (
	File        Kind = 1
	Module      Kind = 2
	Namespace   Kind = 3
	Package     Kind = 4
	Class       Kind = 5
	Method      Kind = 6
	Property    Kind = 7
	Field       Kind = 8
	Constructor Kind = 9
	Enum        Kind = 10
	Interface   Kind = 11
	Function    Kind = 12
	Variable    Kind = 13
	Constant    Kind = 14
	EnumMember  Kind = 22
	Struct      Kind = 23
	TypeAlias   Kind = 26 // LSP: TypeParameter; a named type that is no class, struct, enum or interface
)

// Callable says whether symbols of this kind are called.
func (k Kind) Callable() bool { return k == Function || k == Method || k == Constructor }

// Holds says whether symbols of this kind hold a value of some type.
func (k Kind) Holds() bool {
	switch k {
	case Variable, Constant, Field, Property, EnumMember:
		return true
	}
	return false
}

// String returns LSP's name of the kind, in lower case as the tools print it.
func (k Kind) String() string {
	switch k {
	case File:
		return "file"
	case Module:
		return "module"
	case Namespace:
		return "namespace"
	case Package:
		return "package"
	case Class:
		return "class"
	case Method:
		return "method"
	case Property:
		return "property"
	case Field:
		return "field"
	case Constructor:
		return "constructor"
	case Enum:
		return "enum"
	case Interface:
		return "interface"
	case Function:
		return "function"
	case Variable:
		return "variable"
	case Constant:
		return "constant"
	case EnumMember:
		return "enum_member"
	case Struct:
		return "struct"
	case TypeAlias:
		return "type"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// RefKind says how a name is used.
type RefKind uint8

// The uses of a name.
const (
	Call    RefKind = iota // f(), x.f(), new T()
	TypeUse                // in a type position
	Value                  // read or written, passed as a value
	Inherit                // extends, implements, embeds
)

// Facts is what one file says by itself.
type Facts struct {
	Package   string   // Go: the package clause; Python, TypeScript: ""
	Symbols   []Symbol // in source order, parents before their children
	Refs      []Ref    // in source order
	Imports   []Import
	Generated bool // carries a generator's mark
	// Problem is why the file is only partly read (a deadline, a nesting bomb),
	// or "". Syntax errors alone are not a problem: what parses is extracted.
	Problem string
}

// Symbol is a named definition. Lines and columns are 1-based, columns count
// bytes; offsets are bytes from the start of the file, End exclusive.
type Symbol struct {
	Name      string
	Parent    int32  // index of the enclosing symbol in Facts.Symbols, or -1
	Receiver  string // Go methods: the receiver's type name, which may stand in another file; else ""
	Kind      Kind
	Exported  bool
	Test      bool // a test function, or a definition in a test file
	Start     uint32
	End       uint32
	Line      uint32 // of the name
	Column    uint32 // of the name
	StartLine uint32 // of the definition, doc comment and decorators excluded
	EndLine   uint32
	Signature string // one line, without the body, at most 200 bytes
	Doc       string // first sentence of the doc comment, at most 200 bytes
	// Type is an Expr: for functions and methods their (first) result's type, for
	// variables, fields and properties their own; "" when the file does not tell.
	Type  string
	Bases []string // Exprs of embedded, extended and implemented types
	// Params tells of parameters, each a slot and an Expr ("%1.0Item"): of a callable those
	// that are functions, or of a type that may be one; of a function type all of them.
	Params []string
}

// Ref is one use of a name that is not a local variable's.
type Ref struct {
	Name   string
	Recv   string // Expr of what stands before the dot; "" for a bare name
	Kind   RefKind
	Args   uint8 // of a call: 1 and how many arguments it gives; 0 where that says nothing
	In     int32 // index of the innermost enclosing symbol, or -1 at file level
	Line   uint32
	Column uint32 // of the name
}

// Import binds a name of this file to something elsewhere.
type Import struct {
	Local    string // the name bound here; "" for none (side effects), "*" for all of the module's names
	Module   string // as written: "./api", "example.test/app/store", "..models"
	Name     string // the imported member; "" for the module itself, "default" for a default export
	Line     uint32
	Reexport bool // the name is part of this file's own exports
}

// Files is what a Resolver may see of a repository: paths are relative to its
// root, with slashes. Safe for use from several goroutines.
type Files interface {
	Exists(path string) bool          // an indexed file
	Dir(dir string) []string          // base names of the indexed files right below dir ("" is the root)
	Read(path string) ([]byte, error) // a small configuration file: go.mod, tsconfig.json, package.json
	Named(base string) []string       // paths of every file with this base name, configuration files included
}

// Resolver says which files a module name stands for. Made once a snapshot.
// Safe for use from several goroutines.
type Resolver interface {
	// Resolve returns the files that module denotes when imported from the file
	// at path from: all files of the package for Go, one file for TypeScript,
	// a module or a package's __init__ for Python. None: it is external.
	Resolve(from, module string) []string
}

// Language is one language. Its methods may be called at once from several
// goroutines.
type Language interface {
	Name() string         // "go", "typescript", "tsx", "javascript", "python"
	Extensions() []string // with the dot: ".go"
	// Extract reads one file. It returns an error only when nothing could be
	// had of it; ctx carries the file's deadline.
	Extract(ctx context.Context, path string, src []byte) (*Facts, error)
	// Unit is the key of the scope that the file's top-level names share: Go's
	// folder and package, the file itself elsewhere.
	Unit(path string, f *Facts) string
	NewResolver(Files) Resolver
}

// Scoping is how far a language's names reach beyond functions, units and imports.
type Scoping struct {
	Members  bool // a bare name inside a type may be a member of it, of its bases or of what is around it
	Packages bool // a module is every file of a package, and passes nothing on
	Merged   bool // definitions of one name in one unit are one type: partial classes, companions, reopened modules
	Overload bool // functions of one name are told apart by how many parameters they have
	Private  bool // a unit spans files, and what is not exported counts in its own file only: C's static
}

// Scoped is a language with a scoping of its own; others have the zero one.
type Scoped interface{ Scoping() Scoping }

// Packages is what the Files of a resolver know besides when the linker asks:
// paths of a language's files by what their Facts.Package says. Not to be changed.
type Packages interface {
	Packages(language string) map[string][]string
}

var registry = map[string]Language{} // by extension

// Register adds a language. It is called from the init function of a language's
// folder, and panics when two languages claim one extension.
func Register(l Language) {
	for _, ext := range l.Extensions() {
		if _, taken := registry[ext]; taken {
			panic("lang: two languages for " + ext)
		}
		registry[ext] = l
	}
}

// ByExtension returns the language of files with this extension (".go"), or nil.
func ByExtension(ext string) Language { return registry[ext] }

// All returns the registered languages, each once, by name.
func All() []Language {
	seen := map[string]Language{}
	for _, l := range registry {
		seen[l.Name()] = l
	}
	all := make([]Language, 0, len(seen))
	for _, l := range seen {
		all = append(all, l)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Name() < all[j].Name() })
	return all
}
