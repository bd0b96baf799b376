// Package golang reads Go through the standard library's parser: definitions,
// references and imports of one file, and which files an import path stands for.
// It has no type checker: what needs other files is left to the linker, as
// expressions (see package lang).
package golang

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

func init() { lang.Register(Language{}) }

// Language is Go.
type Language struct{}

// Name returns "go".
func (Language) Name() string { return "go" }

// Extensions returns ".go".
func (Language) Extensions() []string { return []string{".go"} }

// Unit returns folder and package name: an external test package is a unit of its own.
func (Language) Unit(file string, f *lang.Facts) string {
	return folder(file) + "\x00" + f.Package
}

// NewResolver reads the go.mod files of a repository.
func (Language) NewResolver(files lang.Files) lang.Resolver { return newResolver(files) }

// Extract reads one file. It fails only where there is no package clause, or
// where brackets nest deeper than any person writes; what parses of a file with
// syntax errors is extracted.
func (Language) Extract(ctx context.Context, file string, src []byte) (facts *lang.Facts, err error) {
	defer func() {
		if r := recover(); r != nil {
			if fatal, ok := r.(runtime.Error); ok {
				facts, err = nil, fmt.Errorf("read Go: %w", fatal)
				return
			}
			facts, err = nil, fmt.Errorf("read Go: %v", r)
		}
	}()
	if nestsTooDeeply(src) {
		return nil, errDepth
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	parsed, tf, problem := parse(src)
	if parsed == nil || parsed.Name == nil || parsed.Name.Name == "" || parsed.Name.Name == "_" {
		if problem == nil {
			problem = errors.New("no package clause")
		}
		return nil, fmt.Errorf("read Go: %w", problem)
	}
	lines := tf.Lines()
	if problem != nil && ctx.Err() == nil {
		if mended := mend(src); mended != nil {
			if again, file, _ := parse(mended); again != nil && again.Name != nil {
				parsed, tf = again, file
			}
		}
	}
	x := pool.Get().(*extractor)
	defer x.free()
	x.src, x.base, x.lines, x.line = src, tf.Base(), lines, 0
	return x.file(ctx, parsed, strings.HasSuffix(file, "_test.go")), nil
}

func parse(src []byte) (*ast.File, *token.File, error) {
	set := token.NewFileSet()
	// AllErrors: otherwise the parser gives up, and gives nothing, after ten.
	f, err := parser.ParseFile(set, "", src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
	if f == nil {
		return nil, nil, err
	}
	return f, set.File(f.FileStart), err
}

// maxNesting is the depth of brackets, and of syntax below one declaration, that is read.
const maxNesting = 10_000

var errDepth = fmt.Errorf("nested deeper than %d levels", maxNesting)

// nestsTooDeeply looks for nesting bombs before the parser recurses into them.
func nestsTooDeeply(src []byte) bool {
	if len(src) < maxNesting {
		return false
	}
	depth := 0
	for _, c := range src {
		switch c {
		case '(', '[', '{':
			if depth++; depth > maxNesting {
				return bracketsNestTooDeeply(src)
			}
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return false
}

// bracketsNestTooDeeply is nestsTooDeeply without the brackets in strings and comments.
func bracketsNestTooDeeply(src []byte) bool {
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", -1, len(src)), src, func(token.Position, string) {}, 0)
	for depth := 0; ; {
		switch _, tok, _ := s.Scan(); tok {
		case token.EOF:
			return false
		case token.LPAREN, token.LBRACK, token.LBRACE:
			if depth++; depth > maxNesting {
				return true
			}
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth = max(0, depth-1)
		}
	}
}

// extractor reads one file. It is kept for the next: its buffers are as large as
// the largest file needed.
type extractor struct {
	facts  *lang.Facts
	syms   []lang.Symbol
	refs   []lang.Ref
	src    []byte
	base   int   // what token.Pos counts from
	lines  []int // offset of each line's start
	line   int   // the line looked up last: the next one is near
	test   bool
	in     int32 // the symbol around what is being read, or -1
	around int32 // the function around it, or -1
	depth  int
	scope
	unknown map[string]bool // what stands before a dot and is nothing in this file: other files' variables, packages by another name
	guessed []bool          // by import: its name is a guess that no selector has borne out
	text    []byte          // to build signatures in
}

var pool = sync.Pool{New: func() any {
	return &extractor{scope: scope{names: map[string]int32{}}, unknown: map[string]bool{}}
}}

func (x *extractor) free() {
	clear(x.syms)
	clear(x.refs)
	clear(x.entries)
	clear(x.names)
	clear(x.unknown)
	x.facts, x.src, x.lines = nil, nil, nil
	x.syms, x.refs, x.entries, x.guessed = x.syms[:0], x.refs[:0], x.entries[:0], x.guessed[:0]
	pool.Put(x)
}

func (x *extractor) file(ctx context.Context, f *ast.File, test bool) *lang.Facts {
	x.facts = &lang.Facts{Package: f.Name.Name, Generated: ast.IsGenerated(f)}
	x.test, x.in, x.around, x.depth, x.block = test, -1, -1, 0, 0
	x.imports(f)
	x.declareAll(f)
	for _, d := range f.Decls {
		if ctx.Err() != nil {
			x.facts.Problem = "not read to its end: " + context.Cause(ctx).Error()
			break
		}
		x.in = -1
		x.declaration(d)
	}
	x.renameImports()
	x.facts.Symbols, x.facts.Refs = slices.Clone(x.syms), slices.Clone(x.refs)
	return x.facts
}

// enter guards a recursion: it says false when the syntax nests too deeply.
func (x *extractor) enter() bool {
	if x.depth++; x.depth > maxNesting {
		x.facts.Problem = errDepth.Error()
		return false
	}
	return true
}

func (x *extractor) leave() { x.depth-- }

// folder returns the folder of a path, "" for the root.
func folder(file string) string {
	if dir := path.Dir(file); dir != "." {
		return dir
	}
	return ""
}
