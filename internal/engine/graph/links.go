package graph

// Links is what linking found for one file.
type Links struct {
	Edges   []Edge  // by reference
	Supers  []Super // by symbol
	Imports []Target
}

// Edge says that reference Ref of its file is a use of symbol To.
type Edge struct {
	Ref       int32
	To        int32
	Certainty uint8
}

// Super says that symbol Sym of its file extends, implements or embeds To.
type Super struct {
	Sym int32
	To  int32
}

// Target says that import Import of its file leads to file To.
type Target struct {
	Import int32
	To     int32
}

// Finish makes the way back once every file is linked.
func (g *Graph) Finish() {
	g.dependents = make([][]int32, len(g.Files))
	seen := make([]int32, len(g.Files)) // the last file that was noted for each, +1
	for i, l := range g.Links {
		if l == nil {
			continue
		}
		note := func(to int32) {
			if seen[to] != int32(i)+1 {
				seen[to] = int32(i) + 1
				g.dependents[to] = append(g.dependents[to], int32(i))
			}
		}
		for _, e := range l.Edges {
			note(g.fileOf[e.To])
		}
		for _, s := range l.Supers {
			note(g.fileOf[s.To])
		}
		for _, m := range l.Imports {
			note(m.To)
		}
	}
}

// Dependents returns the files with an edge or an import into a file, in order.
func (g *Graph) Dependents(file int) []int32 { return g.dependents[file] }

// Edges returns how many edges there are.
func (g *Graph) Edges() int {
	n := 0
	for _, l := range g.Links {
		if l != nil {
			n += len(l.Edges)
		}
	}
	return n
}
