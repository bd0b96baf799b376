package engine

import (
	"slices"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// maxTypes bounds a walk through a hierarchy.
const maxTypes = 1000

// Supertypes returns what a type extends, implements or embeds by its own
// declaration, and for Go the interfaces of the repository whose methods it has;
// for a method, the methods that it overrides or implements.
func (s *Snapshot) Supertypes(id string) []Symbol {
	n, ok := s.number(id)
	if !ok {
		return nil
	}
	if graph.IsType(s.g.Sym(n).Kind) {
		return s.symbols(s.above(n))
	}
	owner := s.g.Owner(n)
	if owner < 0 {
		return nil
	}
	return s.symbols(s.namesakes(s.reach(owner, s.above), s.g.Sym(n).Name))
}

// Implementations returns the subtypes of a type, near ones first, and for a
// method the methods that override or implement it.
func (s *Snapshot) Implementations(id string) []Symbol {
	n, ok := s.number(id)
	if !ok {
		return nil
	}
	if graph.IsType(s.g.Sym(n).Kind) {
		return s.symbols(s.reach(n, s.below))
	}
	owner := s.g.Owner(n)
	if owner < 0 {
		return nil
	}
	return s.symbols(s.namesakes(s.reach(owner, s.below), s.g.Sym(n).Name))
}

// reach returns the types that step leads to from n, n itself left out, breadth first.
func (s *Snapshot) reach(n int32, step func(int32) []int32) []int32 {
	queue := []int32{n}
	seen := map[int32]bool{n: true}
	for at := 0; at < len(queue) && len(queue) < maxTypes; at++ {
		for _, t := range step(queue[at]) {
			if !seen[t] {
				seen[t] = true
				queue = append(queue, t)
			}
		}
	}
	return queue[1:]
}

func (s *Snapshot) namesakes(types []int32, name uint32) []int32 {
	var out []int32
	for _, t := range types {
		for _, m := range s.g.Members(t) {
			if s.g.Sym(m).Name == name {
				out = append(out, m)
			}
		}
	}
	return out
}

// above returns the direct supertypes of type n.
func (s *Snapshot) above(n int32) []int32 {
	out := s.declared(n)
	if s.language(n) == "go" && s.g.Sym(n).Kind != lang.Interface {
		for _, t := range s.interfacesOf(n) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// declared returns the bases that type n names.
func (s *Snapshot) declared(n int32) []int32 {
	file, index := s.g.At(n)
	var out []int32
	for _, b := range s.g.Links[file].Supers {
		if int(b.Sym) == index && !slices.Contains(out, b.To) {
			out = append(out, b.To)
		}
	}
	return out
}

// below returns the direct subtypes of type n.
func (s *Snapshot) below(n int32) []int32 {
	if s.language(n) == "go" && s.g.Sym(n).Kind == lang.Interface {
		return s.implementers(n)
	}
	return s.deriving(n)
}

// deriving returns the types that name n as a base.
func (s *Snapshot) deriving(n int32) []int32 {
	home, _ := s.g.At(n)
	var out []int32
	for _, file := range s.g.Dependents(home) {
		for _, b := range s.g.Links[file].Supers {
			if b.To == n {
				out = append(out, s.g.Number(int(file), int(b.Sym)))
			}
		}
	}
	return out
}

func (s *Snapshot) language(n int32) string {
	file, _ := s.g.At(n)
	return s.g.Files[file].Lang
}
