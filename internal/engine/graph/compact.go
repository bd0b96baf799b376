package graph

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// maxText is how much of a signature or doc sentence is kept; languages promise
// to stay below it.
const maxText = 400

// Fill copies what a language said about f into f, with its strings numbered by in.
// Facts that contradict themselves (an index out of range) are put right here, so
// that nothing behind this point has to look.
func (f *File) Fill(in *Interner, facts *lang.Facts, unit string) {
	f.Problem = facts.Problem
	if facts.Generated {
		f.Flags |= Generated
	}
	f.Package, f.Unit = in.number(facts.Package), in.number(unit)
	f.Symbols = make([]Symbol, len(facts.Symbols))
	bases, size := 0, 0
	for i := range facts.Symbols {
		s := &facts.Symbols[i]
		bases += len(s.Bases) + len(s.Params)
		size += min(len(s.Signature), maxText) + min(len(s.Doc), maxText)
	}
	if bases > 0 {
		f.Bases = make([]uint32, 0, bases)
	}
	var text strings.Builder
	text.Grow(size)
	for i := range facts.Symbols {
		f.symbol(i, &facts.Symbols[i], in, &text)
	}
	f.Text = text.String()
	f.Refs = make([]Ref, len(facts.Refs))
	for i := range facts.Refs {
		r := &facts.Refs[i]
		f.Refs[i] = Ref{
			Name: in.number(r.Name), Recv: in.number(r.Recv), In: within(r.In, len(f.Symbols)),
			Line: r.Line, Column: uint16(min(r.Column, math.MaxUint16)), Kind: r.Kind, Args: args(r.Args),
		}
	}
	f.Imports = make([]Import, len(facts.Imports))
	for i, m := range facts.Imports {
		f.Imports[i] = Import{in.number(m.Local), in.number(m.Module), in.number(m.Name), m.Line, m.Reexport}
	}
}

func (f *File) symbol(i int, s *lang.Symbol, in *Interner, text *strings.Builder) {
	c := &f.Symbols[i]
	*c = Symbol{
		Name: in.number(s.Name), Receiver: in.number(s.Receiver), Type: in.number(s.Type), Parent: within(s.Parent, i),
		Start: s.Start, End: max(s.Start, s.End), Line: s.Line, Column: s.Column,
		StartLine: min(s.StartLine, s.Line), EndLine: max(s.EndLine, s.Line),
		FirstBase: uint32(len(f.Bases)), Bases: uint16(min(len(s.Bases)+len(s.Params), math.MaxUint16)),
		Text: uint32(text.Len()), Kind: s.Kind,
	}
	if s.StartLine == 0 {
		c.StartLine = s.Line
	}
	if s.Exported {
		c.Flags |= Exported
	}
	if s.Test {
		c.Flags |= TestSymbol
	}
	for _, list := range [][]string{s.Bases, s.Params} {
		for _, e := range list[:min(len(list), int(c.FirstBase)+int(c.Bases)-len(f.Bases))] {
			f.Bases = append(f.Bases, in.number(e))
		}
	}
	signature, doc := cut(s.Signature), cut(s.Doc)
	c.Signature, c.Doc = uint16(len(signature)), uint16(len(doc))
	text.WriteString(signature)
	text.WriteString(doc)
}

func args(n uint8) uint8 {
	if n > MaxArgs {
		return 0
	}
	return n
}

// within returns i where it is an index below n, else -1.
func within(i int32, n int) int32 {
	if i < 0 || int(i) >= n {
		return -1
	}
	return i
}

func cut(s string) string {
	if len(s) <= maxText {
		return s
	}
	n := maxText
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
