// Package table reads languages that are alike by a table each: which kinds of
// nodes define, bind and use names, and in which fields. What a table cannot say
// is a function of the language's own, beside its table. The package itself
// knows no grammar.
package table

import (
	"context"
	"sync"
	"unsafe"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// Holder says what a generic type holds.
type Holder struct {
	Arg  int  // which argument; -1 is the last one
	List bool // many of it; otherwise it stands for its argument, as an optional does
}

// Spec is one language.
type Spec struct {
	Grammar func() unsafe.Pointer
	Example string // a query that works
	Rules   Rules
	Drop    []string // kinds of nodes that say nothing

	Builtins    map[string]bool   // types whose members are the language's own
	Infer       map[string]bool   // what stands for a type when the value tells it: var, auto
	Holders     map[string]Holder // by the type's name without what it is qualified by
	Transparent map[string]bool   // methods that give what they are called on: Rust's unwrap, clone
	Element     map[string]bool   // methods that give an element of what they are called on
	SelfNames   map[string]bool   // names of the type around: Rust's Self, PHP's static
	SuperNames  map[string]bool   // names of its bases: PHP's parent
	Values      bool              // functions and variables share names: a local may be called
	Dynamic     bool              // an assignment declares
	Lines       bool              // a head ends with its line

	// Pattern reads what a pattern may hold besides names; it reports whether node i was that.
	Pattern func(x *Extractor, i uint32, expr string) bool

	Comments extract.Comments
	// Exported says whether what node i defines may be used elsewhere; s has its name, kind and parent.
	Exported func(x *Extractor, i uint32, s *lang.Symbol) bool
	// Testing says whether what node i defines is a test, beside those in test files.
	Testing  func(x *Extractor, i uint32, s *lang.Symbol) bool
	TestFile func(path string) bool
	Begin    func(x *Extractor) // before the walk
	End      func(x *Extractor) // behind it
	Unit     func(path string, f *lang.Facts) string
	Resolver func(lang.Files) lang.Resolver
	Scoping  lang.Scoping
}

// Language is a Spec at work.
type Language struct {
	name       string
	extensions []string
	make       func() *Spec

	once    sync.Once
	spec    *Spec // set by once, as what is below
	table   *compiled
	grammar *treesitter.Grammar
}

var (
	_ lang.Language      = (*Language)(nil)
	_ lang.Scoped        = (*Language)(nil)
	_ treesitter.Querier = (*Language)(nil)
)

// NewLanguage returns a language. Its spec is made at the first use, so that a
// process that reads no source does not pay for it.
func NewLanguage(name string, extensions []string, spec func() *Spec) *Language {
	return &Language{name: name, extensions: extensions, make: spec}
}

func (l *Language) prepare() {
	l.once.Do(func() {
		l.spec = l.make()
		l.table = compile(l.spec.Rules, l.spec.Drop)
		l.grammar = treesitter.NewGrammar(l.spec.Grammar, &l.table.vocabulary)
	})
}

// Name returns the language's name.
func (l *Language) Name() string { return l.name }

// Extensions returns those of the language's files.
func (l *Language) Extensions() []string { return l.extensions }

// Scoping implements lang.Scoped.
func (l *Language) Scoping() lang.Scoping {
	l.prepare()
	return l.spec.Scoping
}

// Unit returns the key of the scope that a file's top-level names share.
func (l *Language) Unit(path string, f *lang.Facts) string {
	l.prepare()
	if l.spec.Unit == nil {
		return path
	}
	return l.spec.Unit(path, f)
}

// NewResolver returns a resolver over a repository's files.
func (l *Language) NewResolver(files lang.Files) lang.Resolver {
	l.prepare()
	return l.spec.Resolver(files)
}

// Query implements treesitter.Querier.
func (l *Language) Query(ctx context.Context, src []byte, query string, visit func(line, column, start, end int) bool) error {
	l.prepare()
	return l.grammar.Query(ctx, src, query, l.spec.Example, visit)
}

// Grammar returns the language's grammar, for measuring what stands around it.
func (l *Language) Grammar() *treesitter.Grammar {
	l.prepare()
	return l.grammar
}

// Extract reads one file.
func (l *Language) Extract(ctx context.Context, path string, src []byte) (*lang.Facts, error) {
	l.prepare()
	tree, err := l.grammar.Parse(ctx, src)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	if len(tree.Nodes) == 0 {
		return &lang.Facts{Problem: tree.Problem}, nil
	}
	x := &Extractor{
		Builder: extract.NewBuilder(tree), Path: path, spec: l.spec, table: l.table, rules: l.table.rules, results: -1,
	}
	x.Test = l.spec.TestFile != nil && l.spec.TestFile(path)
	if l.spec.Begin != nil {
		l.spec.Begin(x)
	}
	x.Children(0)
	if l.spec.End != nil {
		l.spec.End(x)
	}
	return x.Finish(), nil
}
