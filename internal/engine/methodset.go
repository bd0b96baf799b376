package engine

import (
	"slices"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

// Go's types implement interfaces without saying so. Here a type implements an
// interface when it has all of its methods, its own or by embedding, with as many
// parameters and results. What an embedded interface of another module asks for is
// not known and not asked for.

// implementers returns the types, and the interfaces, that have all methods of interface n.
func (s *Snapshot) implementers(n int32) []int32 {
	need := s.methodSet(n)
	if len(need) == 0 {
		return nil // every type
	}
	rarest := need[0]
	for _, m := range need {
		if len(s.g.NamedID(s.g.Sym(m).Name)) < len(s.g.NamedID(s.g.Sym(rarest).Name)) {
			rarest = m
		}
	}
	var candidates []int32
	seen := map[int32]bool{n: true}
	for _, m := range s.g.NamedID(s.g.Sym(rarest).Name) {
		if owner := s.g.Owner(m); owner >= 0 && s.g.Sym(m).Kind == lang.Method && s.language(m) == "go" {
			for _, t := range append([]int32{owner}, s.reach(owner, s.deriving)...) { // who embeds it has its methods too
				if !seen[t] {
					seen[t] = true
					candidates = append(candidates, t)
				}
			}
		}
	}
	out := slices.DeleteFunc(candidates, func(t int32) bool { return !s.has(t, need) })
	slices.Sort(out)
	return out
}

// interfacesOf returns the interfaces that type n implements.
func (s *Snapshot) interfacesOf(n int32) []int32 {
	var out []int32
	seen := map[int32]bool{n: true}
	for _, own := range s.methodSet(n) {
		for _, m := range s.g.NamedID(s.g.Sym(own).Name) {
			t := s.g.Owner(m)
			if t < 0 || seen[t] || s.g.Sym(t).Kind != lang.Interface || s.language(t) != "go" {
				continue
			}
			seen[t] = true
			if s.has(n, s.methodSet(t)) {
				out = append(out, t)
			}
		}
	}
	slices.Sort(out)
	return out
}

// methodSet returns the methods of a Go type, its own before those of what it embeds.
func (s *Snapshot) methodSet(n int32) []int32 {
	var out []int32
	seen := map[uint32]bool{}
	for _, t := range append([]int32{n}, s.reach(n, s.declared)...) {
		for _, m := range s.g.Members(t) {
			if sym := s.g.Sym(m); sym.Kind == lang.Method && !seen[sym.Name] {
				seen[sym.Name] = true
				out = append(out, m)
			}
		}
	}
	return out
}

func (s *Snapshot) has(t int32, need []int32) bool {
	set := s.methodSet(t)
	for _, want := range need {
		if !slices.ContainsFunc(set, func(m int32) bool {
			return s.g.Sym(m).Name == s.g.Sym(want).Name && arity(s.signature(m)) == arity(s.signature(want))
		}) {
			return false
		}
	}
	return true
}

func (s *Snapshot) signature(n int32) (name, signature string) {
	file, i := s.g.At(n)
	return s.g.Text(s.g.Sym(n).Name), s.g.Files[file].Signature(i)
}
