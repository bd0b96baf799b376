package store

import (
	"encoding/binary"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// encoder appends numbers to out and strings to texts; names are numbered as they come.
type encoder struct {
	out    []byte
	texts  []byte
	number []uint32 // by the graph's number: ours + 1
	used   []uint32 // the graph's numbers, by ours
}

// encode returns the parts of a stored index, to be written one after the other.
func encode(root string, g *graph.Graph) [][]byte {
	numbers, texts := sizes(g)
	e := &encoder{number: make([]uint32, len(g.Names)), out: make([]byte, 0, numbers), texts: make([]byte, 0, texts)}
	e.text(root)
	e.text(maker())
	e.name(0) // "" stays 0
	e.uint(uint64(len(g.Files)))
	for i, f := range g.Files {
		e.file(f)
		e.links(g.Links[i])
	}
	e.uint(uint64(len(e.used)))
	for _, id := range e.used {
		e.text(g.Names[id])
	}
	return [][]byte{binary.AppendUvarint(nil, uint64(len(e.texts))), e.texts, e.out}
}

// sizes estimates how many bytes numbers and texts take, a little too high: growing
// by doubling copies all of it several times.
func sizes(g *graph.Graph) (numbers, texts int) {
	for i, f := range g.Files {
		numbers += 80 + 30*len(f.Symbols) + 10*len(f.Refs) + 10*len(f.Imports) + 3*len(f.Bases)
		if l := g.Links[i]; l != nil {
			numbers += 6*len(l.Edges) + 6*len(l.Supers) + 6*len(l.Imports)
		}
		texts += len(f.Path) + len(f.Lang) + len(f.Problem) + len(f.Text)
	}
	for _, name := range g.Names {
		texts += len(name)
		numbers += 2
	}
	return numbers + 256, texts + 256
}

func (e *encoder) uint(v uint64)    { e.out = binary.AppendUvarint(e.out, v) }
func (e *encoder) int(v int64)      { e.out = binary.AppendVarint(e.out, v) }
func (e *encoder) text(s string)    { e.uint(uint64(len(s))); e.texts = append(e.texts, s...) }
func (e *encoder) u32(v uint32)     { e.uint(uint64(v)) }
func (e *encoder) diff(a, b uint32) { e.int(int64(a) - int64(b)) }

func (e *encoder) name(id uint32) {
	n := e.number[id]
	if n == 0 {
		e.used = append(e.used, id)
		n = uint32(len(e.used))
		e.number[id] = n
	}
	e.u32(n - 1)
}

func (e *encoder) file(f *graph.File) {
	e.text(f.Path)
	e.text(f.Lang)
	e.text(f.Problem)
	e.int(f.Size)
	e.int(f.ModTime)
	e.out = append(e.out, f.Hash[:]...)
	e.uint(uint64(f.Lines))
	e.out = append(e.out, byte(f.Flags))
	e.name(f.Package)
	e.name(f.Unit)
	e.text(f.Text)
	e.uint(uint64(len(f.Bases)))
	for _, b := range f.Bases {
		e.name(b)
	}
	e.uint(uint64(len(f.Symbols)))
	var last graph.Symbol
	for i := range f.Symbols {
		e.symbol(&f.Symbols[i], &last)
		last = f.Symbols[i]
	}
	e.uint(uint64(len(f.Refs)))
	line := uint32(0)
	for _, r := range f.Refs {
		e.name(r.Name)
		e.name(r.Recv)
		e.uint(uint64(r.In + 1))
		e.diff(r.Line, line)
		e.u32(uint32(r.Column))
		e.out = append(e.out, byte(r.Kind)|r.Args<<2)
		line = r.Line
	}
	e.uint(uint64(len(f.Imports)))
	for _, m := range f.Imports {
		e.name(m.Local)
		e.name(m.Module)
		e.name(m.Name)
		e.u32(m.Line)
		e.flag(m.Reexport)
	}
}

func (e *encoder) symbol(s, last *graph.Symbol) {
	e.name(s.Name)
	e.name(s.Receiver)
	e.name(s.Type)
	e.uint(uint64(s.Parent + 1))
	e.diff(s.Start, last.Start)
	e.diff(s.End, s.Start)
	e.diff(s.StartLine, last.StartLine)
	e.diff(s.EndLine, s.StartLine)
	e.diff(s.Line, s.StartLine)
	e.u32(s.Column)
	e.diff(s.Text, last.Text)
	e.diff(s.FirstBase, last.FirstBase)
	e.u32(uint32(s.Bases))
	e.u32(uint32(s.Signature))
	e.u32(uint32(s.Doc))
	e.out = append(e.out, byte(s.Kind), byte(s.Flags))
}

func (e *encoder) flag(b bool) {
	if b {
		e.out = append(e.out, 1)
		return
	}
	e.out = append(e.out, 0)
}

func (e *encoder) links(l *graph.Links) {
	if l == nil {
		l = &graph.Links{}
	}
	e.uint(uint64(len(l.Edges)))
	ref := int32(0)
	for _, x := range l.Edges {
		e.uint(uint64(x.Ref - ref))
		e.u32(uint32(x.To))
		e.out = append(e.out, x.Certainty)
		ref = x.Ref
	}
	e.uint(uint64(len(l.Supers)))
	for _, x := range l.Supers {
		e.u32(uint32(x.Sym))
		e.u32(uint32(x.To))
	}
	e.uint(uint64(len(l.Imports)))
	for _, x := range l.Imports {
		e.u32(uint32(x.Import))
		e.u32(uint32(x.To))
	}
}
