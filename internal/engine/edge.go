package engine

import (
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// Certainty says how sure an edge is; higher is surer.
type Certainty uint8

// The certainties.
const (
	NameOnly Certainty = iota
	Likely
	Resolved
)

// String returns "resolved", "likely" or "name_only".
func (c Certainty) String() string {
	switch c {
	case Resolved:
		return "resolved"
	case Likely:
		return "likely"
	}
	return "name_only"
}

// Edge is one use of To. Path, Line and Column are the place of the use; From is
// the innermost enclosing definition (zero Symbol at file level).
type Edge struct {
	From, To     Symbol
	Kind         lang.RefKind
	Certainty    Certainty
	Path         string
	Line, Column int
}

func (s *Snapshot) edge(file int, e graph.Edge, to *Symbol) Edge {
	f := s.g.Files[file]
	ref := &f.Refs[e.Ref]
	out := Edge{Kind: ref.Kind, Certainty: Certainty(e.Certainty), Path: f.Path, Line: int(ref.Line), Column: int(ref.Column)}
	if ref.In >= 0 {
		out.From = s.symbol(s.g.Number(file, int(ref.In)))
	}
	if to != nil {
		out.To = *to
	} else {
		out.To = s.symbol(e.To)
	}
	return out
}

// wanted says whether a use of n of kind k is among the kinds asked for. Reading a
// Python property runs its function: that is a call too.
func (s *Snapshot) wanted(n int32, k lang.RefKind, kinds []lang.RefKind) bool {
	if len(kinds) == 0 || slices.Contains(kinds, k) {
		return true
	}
	return k == lang.Value && slices.Contains(kinds, lang.Call) && s.getter(n)
}

func (s *Snapshot) getter(n int32) bool {
	file, i := s.g.At(n)
	f := s.g.Files[file]
	return f.Lang == "python" && f.Symbols[i].Kind == lang.Property && strings.Contains(f.Signature(i), "def ")
}

// References returns the uses of a symbol, by path and line; calls only when kinds
// is [lang.Call]. No kinds: all.
func (s *Snapshot) References(id string, min Certainty, kinds ...lang.RefKind) []Edge {
	n, ok := s.number(id)
	if !ok {
		return nil
	}
	to := s.symbol(n)
	var out []Edge
	home, _ := s.g.At(n)
	for _, file := range s.g.Dependents(home) {
		links := s.g.Links[file]
		for _, e := range links.Edges {
			if e.To == n && Certainty(e.Certainty) >= min && s.wanted(n, s.g.Files[file].Refs[e.Ref].Kind, kinds) {
				out = append(out, s.edge(int(file), e, &to))
			}
		}
	}
	return out
}

// Uses returns what a symbol and what stands inside it use (callees for
// [lang.Call]), in source order.
func (s *Snapshot) Uses(id string, min Certainty, kinds ...lang.RefKind) []Edge {
	n, ok := s.number(id)
	if !ok {
		return nil
	}
	file, index := s.g.At(n)
	f := s.g.Files[file]
	inside := make([]bool, len(f.Symbols))
	inside[index] = true
	for i := index + 1; i < len(f.Symbols); i++ {
		if up := f.Symbols[i].Parent; up >= 0 {
			inside[i] = inside[up]
		}
	}
	var out []Edge
	for _, e := range s.g.Links[file].Edges {
		ref := &f.Refs[e.Ref]
		if ref.In >= 0 && inside[ref.In] && Certainty(e.Certainty) >= min && s.wanted(e.To, ref.Kind, kinds) {
			out = append(out, s.edge(file, e, nil))
		}
	}
	return out
}
