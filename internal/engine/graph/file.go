package graph

import (
	"slices"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// File is one file of a repository and what its language said about it. It is
// immutable once it is part of a Graph. Fields of type uint32 without a comment
// are numbers of the Names that the file was made with.
type File struct {
	Path    string
	Lang    string // "" for a file that is text only
	Problem string // why it is read in part or not at all, or ""
	Size    int64
	ModTime int64 // Unix nanoseconds; -1: read again at the next occasion
	Hash    [32]byte
	Lines   int32
	Flags   FileFlags

	Package uint32
	Unit    uint32
	Symbols []Symbol
	Refs    []Ref
	Imports []Import
	Bases   []uint32 // of all symbols, each has a range: bases, and what is told of parameters
	Text    string   // signatures and doc sentences of all symbols, each has a range
}

// FileFlags are what a file's path and head say of it.
type FileFlags uint8

// The flags of a file.
const (
	Generated FileFlags = 1 << iota
	Vendored
	Test
	Binary // known, so that it is not opened again, but not part of any answer
)

// SymbolFlags are the flags of one symbol.
type SymbolFlags uint8

// The flags of a symbol.
const (
	Exported SymbolFlags = 1 << iota
	TestSymbol
)

// Symbol is one definition, as lang.Symbol.
type Symbol struct {
	Name     uint32
	Receiver uint32
	Type     uint32
	Parent   int32 // earlier in the same file, or -1

	Start, End         uint32 // bytes
	Line, Column       uint32
	StartLine, EndLine uint32

	FirstBase uint32 // in File.Bases
	Text      uint32 // in File.Text: the signature, then the doc sentence
	Bases     uint16 // how many
	Signature uint16 // bytes
	Doc       uint16 // bytes
	Kind      lang.Kind
	Flags     SymbolFlags
}

// Ref is one use of a name, as lang.Ref.
type Ref struct {
	Name   uint32
	Recv   uint32
	In     int32
	Line   uint32
	Column uint16 // saturates: minified lines are longer
	Kind   lang.RefKind
	Args   uint8 // at most MaxArgs
}

// MaxArgs is the largest Ref.Args that is kept; calls with more arguments say nothing.
const MaxArgs = 63

// Import is as lang.Import.
type Import struct {
	Local, Module, Name uint32
	Line                uint32
	Reexport            bool
}

// Signature returns the signature of symbol i.
func (f *File) Signature(i int) string {
	s := &f.Symbols[i]
	return f.Text[s.Text : s.Text+uint32(s.Signature)]
}

// Doc returns the doc sentence of symbol i.
func (f *File) Doc(i int) string {
	s := &f.Symbols[i]
	from := s.Text + uint32(s.Signature)
	return f.Text[from : from+uint32(s.Doc)]
}

// BasesOf returns the expressions of symbol i's bases, and behind them what it tells of its parameters.
func (f *File) BasesOf(i int) []uint32 {
	s := &f.Symbols[i]
	return f.Bases[s.FirstBase : s.FirstBase+uint32(s.Bases)]
}

// overloads says that a language tells functions of one name apart by their parameters:
// then signatures are part of what other files see.
func overloads(language string) bool {
	switch language {
	case "java", "c", "cpp", "csharp", "scala":
		return true
	}
	return false
}

// SameShape says whether other files see no difference between a and b: the same
// symbols in the same order, of the same types, and the same imports. Then what
// other files' references lead to is unchanged, and only b needs linking. Both must
// have been made with the same Names.
func SameShape(a, b *File) bool {
	if a.Path != b.Path || a.Lang != b.Lang || a.Flags != b.Flags || a.Package != b.Package || a.Unit != b.Unit {
		return false
	}
	if overloads(a.Lang) {
		for i := range a.Symbols {
			if i < len(b.Symbols) && a.Signature(i) != b.Signature(i) {
				return false
			}
		}
	}
	return slices.EqualFunc(a.Symbols, b.Symbols, func(x, y Symbol) bool {
		return x.Name == y.Name && x.Receiver == y.Receiver && x.Type == y.Type && x.Parent == y.Parent &&
			x.FirstBase == y.FirstBase && x.Bases == y.Bases && x.Kind == y.Kind && x.Flags == y.Flags
	}) && slices.Equal(a.Bases, b.Bases) && slices.EqualFunc(a.Imports, b.Imports, func(x, y Import) bool {
		return x.Local == y.Local && x.Module == y.Module && x.Name == y.Name && x.Reexport == y.Reexport
	})
}
