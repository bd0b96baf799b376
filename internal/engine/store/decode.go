package store

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// decoder reads numbers from in and strings from texts; after the first fault it
// reads zeros and keeps the fault. The checksum was right, so a fault is a writer's
// bug: it must not become a panic in some query, which is why every number that
// will index something is checked.
type decoder struct {
	in    []byte
	at    int
	texts string // strings are parts of it: one allocation for all
	names uint32 // the highest number of a name that was read, + 1
	fault error
}

func decode(body []byte, root string) (*graph.Graph, *graph.Names, error) {
	d := &decoder{in: body}
	size := int(min(d.uint(), uint64(len(body))))
	if size > len(body)-d.at {
		return nil, nil, errShort
	}
	d.texts, d.in, d.at = string(body[d.at:d.at+size]), body[d.at+size:], 0
	if got := d.text(); d.fault == nil && got != root {
		return nil, nil, fmt.Errorf("it is of %s", got)
	}
	if by := d.text(); d.fault == nil && by != maker() {
		return nil, nil, fmt.Errorf("gortex %s wrote it, which may read sources otherwise", by)
	}
	d.name()
	files := make([]*graph.File, d.count(32))
	links := make([]*graph.Links, len(files))
	for i := range files {
		files[i] = d.file()
		links[i] = d.links(files[i])
	}
	list := make([]string, d.count(1))
	for i := range list {
		list[i] = d.text()
	}
	if d.fault == nil && (len(list) == 0 || d.names > uint32(len(list)) || list[0] != "") {
		d.fail(errors.New("its names are not complete"))
	}
	if d.fault != nil {
		return nil, nil, d.fault
	}
	names := graph.NewNames(list)
	g := graph.New(names, files)
	for i, l := range links {
		if err := valid(l, g); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", files[i].Path, err)
		}
		g.Links[i] = l
	}
	g.Finish()
	return g, names, nil
}

func valid(l *graph.Links, g *graph.Graph) error {
	for _, e := range l.Edges {
		if int(e.To) >= g.Symbols() || e.To < 0 {
			return errors.New("an edge leads nowhere")
		}
	}
	for _, s := range l.Supers {
		if int(s.To) >= g.Symbols() || s.To < 0 {
			return errors.New("a base leads nowhere")
		}
	}
	for _, m := range l.Imports {
		if int(m.To) >= len(g.Files) || m.To < 0 {
			return errors.New("an import leads nowhere")
		}
	}
	return nil
}

var errShort = errors.New("it ends too early")

// fail keeps the first fault: what follows is its consequence.
func (d *decoder) fail(err error) {
	if d.fault == nil {
		d.fault = fmt.Errorf("%w (at byte %d)", err, d.at)
		d.in, d.at = nil, 0
	}
}

func (d *decoder) uint() uint64 {
	if d.at < len(d.in) && d.in[d.at] < 0x80 { // most numbers
		d.at++
		return uint64(d.in[d.at-1])
	}
	v, n := binary.Uvarint(d.in[min(d.at, len(d.in)):])
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	d.at += n
	return v
}

func (d *decoder) int() int64 {
	u := d.uint()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) u32() uint32             { return uint32(d.uint()) }
func (d *decoder) diff(last uint32) uint32 { return uint32(int64(last) + d.int()) }

// count reads the length of a list whose elements take at least size bytes each.
func (d *decoder) count(size int) int {
	n := d.uint()
	if n > uint64((len(d.in)-d.at)/size+1) {
		d.fail(errShort)
		return 0
	}
	return int(n)
}

func (d *decoder) text() string {
	n := d.uint()
	if n > uint64(len(d.texts)) {
		d.fail(errShort)
		return ""
	}
	s := d.texts[:n]
	d.texts = d.texts[n:]
	return s
}

func (d *decoder) hash() (h [32]byte) {
	d.at += copy(h[:], d.in[d.at:])
	return h
}

func (d *decoder) byte() byte {
	if d.at >= len(d.in) {
		d.fail(errShort)
		return 0
	}
	d.at++
	return d.in[d.at-1]
}

func (d *decoder) name() uint32 {
	v := uint32(min(d.uint(), 1<<31))
	d.names = max(d.names, v+1)
	return v
}

// below reads an index into a list of n elements.
func (d *decoder) below(n uint32) uint32 {
	v := d.uint()
	if v >= uint64(n) {
		d.fail(errors.New("it has a number out of range"))
		return 0
	}
	return uint32(v)
}

func (d *decoder) file() *graph.File {
	f := &graph.File{Path: d.text(), Lang: d.text(), Problem: d.text(), Size: d.int(), ModTime: d.int()}
	f.Hash = d.hash()
	f.Lines = int32(d.u32())
	f.Flags = graph.FileFlags(d.byte())
	f.Package, f.Unit = d.name(), d.name()
	f.Text = d.text()
	f.Bases = make([]uint32, d.count(1))
	for i := range f.Bases {
		f.Bases[i] = d.name()
	}
	f.Symbols = make([]graph.Symbol, d.count(17))
	last := &graph.Symbol{}
	for i := range f.Symbols {
		d.symbol(f, i, last)
		last = &f.Symbols[i]
	}
	f.Refs = make([]graph.Ref, d.count(6))
	line := uint32(0)
	for i := range f.Refs {
		r := &f.Refs[i]
		r.Name, r.Recv, r.In = d.name(), d.name(), int32(d.below(uint32(len(f.Symbols))+1))-1
		r.Line, r.Column = d.diff(line), uint16(d.u32())
		use := d.byte()
		r.Kind, r.Args = lang.RefKind(use&3), use>>2
		line = r.Line
	}
	f.Imports = make([]graph.Import, d.count(5))
	for i := range f.Imports {
		f.Imports[i] = graph.Import{Local: d.name(), Module: d.name(), Name: d.name(), Line: d.u32(), Reexport: d.byte() != 0}
	}
	return f
}

func (d *decoder) symbol(f *graph.File, i int, last *graph.Symbol) {
	s := &f.Symbols[i]
	s.Name, s.Receiver, s.Type = d.name(), d.name(), d.name()
	s.Parent = int32(d.below(uint32(i)+1)) - 1
	s.Start = d.diff(last.Start)
	s.End = d.diff(s.Start)
	s.StartLine = d.diff(last.StartLine)
	s.EndLine = d.diff(s.StartLine)
	s.Line = d.diff(s.StartLine)
	s.Column = d.u32()
	s.Text = d.diff(last.Text)
	s.FirstBase = d.diff(last.FirstBase)
	s.Bases, s.Signature, s.Doc = uint16(d.u32()), uint16(d.u32()), uint16(d.u32())
	s.Kind, s.Flags = lang.Kind(d.byte()), graph.SymbolFlags(d.byte())
	if uint64(s.FirstBase)+uint64(s.Bases) > uint64(len(f.Bases)) || uint64(s.Text)+uint64(s.Signature)+uint64(s.Doc) > uint64(len(f.Text)) {
		d.fail(errors.New("it has a range out of bounds"))
		*s = graph.Symbol{Parent: -1}
	}
}

func (d *decoder) links(f *graph.File) *graph.Links {
	l := &graph.Links{Edges: make([]graph.Edge, d.count(3))}
	ref := uint64(0)
	for i := range l.Edges {
		ref += d.uint()
		if ref >= uint64(len(f.Refs)) {
			d.fail(errors.New("it has an edge of no reference"))
			return l
		}
		l.Edges[i] = graph.Edge{Ref: int32(ref), To: int32(d.u32()), Certainty: d.byte()}
	}
	l.Supers = make([]graph.Super, d.count(2))
	for i := range l.Supers {
		l.Supers[i] = graph.Super{Sym: int32(d.below(uint32(len(f.Symbols)))), To: int32(d.u32())}
	}
	l.Imports = make([]graph.Target, d.count(2))
	for i := range l.Imports {
		l.Imports[i] = graph.Target{Import: int32(d.below(uint32(len(f.Imports)))), To: int32(d.u32())}
	}
	return l
}
