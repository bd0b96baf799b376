package table

import (
	"iter"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
)

// Set returns the words of a list.
func Set(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// Each yields the indexes of node i's children.
func (x *Extractor) Each(i uint32) iter.Seq[uint32] { return x.Tree.Children(i) }

// Alias makes name stand for a member of something that is imported: uses of it
// are uses of that member.
func (x *Extractor) Alias(name, expr string) {
	if x.aliases == nil {
		x.aliases = map[string]string{}
	}
	x.aliases[name] = expr
}

// aliased returns what a name stands for by an import.
func (x *Extractor) aliased(name []byte) (expr string, ok bool) {
	if x.aliases == nil {
		return "", false
	}
	expr, ok = x.aliases[string(name)]
	return expr, ok
}

// Anonymous walks the body of a class without a name that derives from base.
func (x *Extractor) Anonymous(body uint32, base string) {
	s := lang.Symbol{Name: "{}" + base, Kind: lang.Class, Parent: x.In}
	if base == "" || base == extract.Unknown {
		s.Name = "{}"
	} else {
		s.Bases = []string{base}
	}
	n := &x.Nodes[body]
	s.Signature = extract.OneLine([]byte("new " + base))
	in := x.Add(s, body, n.Start, n.End)
	level, results := x.Level, x.results
	x.Level, x.results = AtType, -1
	x.Within(in, func() { x.Children(body) })
	x.Level, x.results = level, results
}
