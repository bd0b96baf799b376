package tools

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/outline"
)

// read shows source: of a symbol, a file, a window of lines, several of them, or an outline.
func read(ctx context.Context, c *call) (*answer, error) {
	switch c.args.operation() {
	case "outline":
		return readOutline(ctx, c)
	case "file":
		return readFile(ctx, c)
	case "batch":
		return readBatch(ctx, c)
	}
	return readSymbol(ctx, c)
}

func readSymbol(ctx context.Context, c *call) (*answer, error) {
	want := c.args.text("symbol")
	if want == "" {
		return nil, c.args.misused("read needs `symbol` or `file`.")
	}
	f, err := c.target(ctx)
	if err != nil {
		if c.isFile(ctx, want) {
			p, err := c.filePiece(ctx, want, 0, 0)
			return &answer{parts: []part{&sources{pieces: []piece{p}}}}, err
		}
		return nil, err
	}
	p, f, err := c.symbolPiece(ctx, f)
	if err != nil {
		return nil, err
	}
	a := &answer{head: object{{"symbol", f.id()}}, parts: []part{&sources{pieces: []piece{p}}}}
	if c.args.flag("callers") {
		limit, _ := c.args.page(20)
		edges := f.repo.snap.References(f.sym.ID, engine.Likely, lang.Call)
		l := &list{key: "callers", fields: []string{"symbol", "line", "column", "certainty"}, total: len(edges)}
		for _, e := range window(edges, limit, 0) {
			u := f.repo.use(e, e.From)
			l.add(u, u.at(), itoa(u.Line), itoa(u.Column), u.Certainty)
		}
		a.head.add("total", len(edges))
		a.parts = append(a.parts, l)
	}
	return a, nil
}

// symbolPiece is a symbol's source; the symbol comes back as it stands now, when the
// file had changed since it was read.
func (c *call) symbolPiece(ctx context.Context, f found) (piece, found, error) {
	before := f.repo.snap
	s, err := f.repo.source(ctx, f.sym.Path)
	if err != nil {
		return piece{}, f, err
	}
	if f.repo.snap != before {
		now, ok := f.repo.snap.SymbolByID(f.sym.ID)
		if !ok {
			return piece{}, f, refusef("%s is gone: %s has just changed.", f.id(), s.path)
		}
		f.sym = now
	}
	first, last := s.of(f.sym)
	p := s.piece(first, last, c.args.flag("numbers"))
	p.Symbol = f.id()
	return p, f, nil
}

// filePiece is the lines first to last of a file; 0 leaves an end open.
func (c *call) filePiece(ctx context.Context, file string, first, last int) (piece, error) {
	at, err := c.scope.locate(ctx, file)
	if err != nil {
		return piece{}, err
	}
	s, err := at.repo.source(ctx, at.path)
	if err != nil {
		return piece{}, err
	}
	if last == 0 {
		last = s.lines()
	}
	first = max(first, 1)
	switch {
	case first > s.lines() && s.lines() > 0:
		return piece{}, refusef("%s has %s; line %d is behind its end.", s.path, count(s.lines(), "line"), first)
	case last < first && s.lines() > 0:
		return piece{}, c.args.misused("read: `last` (%d) stands before `first` (%d).", last, first)
	}
	return s.piece(first, last, c.args.flag("numbers")), nil
}

func (c *call) isFile(ctx context.Context, name string) bool {
	if !looksLikeFile(name) {
		return false
	}
	_, err := c.scope.locate(ctx, name)
	return err == nil
}

func readFile(ctx context.Context, c *call) (*answer, error) {
	file, first, last := c.args.text("file"), c.args.number("first", 0), c.args.number("last", 0)
	if file == "" {
		file = c.args.text("symbol")
	}
	if file == "" {
		return nil, c.args.misused("read with operation file needs `file`.")
	}
	if name, a, b, ok := fileAndLines(file); ok && first == 0 && last == 0 && !c.isFile(ctx, file) {
		file, first, last = name, a, b
	}
	if c.args.has("limit") && last == 0 { // other agents' tools: so many lines from an offset
		n, _ := c.args.page(0)
		last = max(first, 1) + n - 1
	}
	p, err := c.filePiece(ctx, file, first, last)
	if err != nil {
		return nil, err
	}
	return &answer{parts: []part{&sources{pieces: []piece{p}}}}, nil
}

var windowPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(.+?):(\d+)(?:-(\d+))?$`) })

// fileAndLines understands file:first-last and file:line.
func fileAndLines(text string) (file string, first, last int, ok bool) {
	m := windowPattern().FindStringSubmatch(text)
	if m == nil {
		return "", 0, 0, false
	}
	first, err := strconv.Atoi(m[2])
	last = first
	if m[3] != "" {
		var err2 error
		last, err2 = strconv.Atoi(m[3])
		err = errors.Join(err, err2)
	}
	return m[1], first, last, err == nil
}

func readOutline(ctx context.Context, c *call) (*answer, error) {
	file := c.args.text("file")
	if file == "" {
		file = c.args.text("symbol")
	}
	if file == "" {
		return nil, c.args.misused("read with operation outline needs `file`.")
	}
	at, err := c.scope.locate(ctx, file)
	if err != nil {
		return nil, err
	}
	limit, offset := c.args.page(300)
	all := at.repo.snap.Outline(at.path)
	shown := at.repo.show(at.path)
	l := &list{key: "symbols", fields: []string{"symbol", "kind", "line", "end_line", "signature"}, keys: map[string]string{"path": shown}, total: len(all), offset: offset, main: true}
	for _, sym := range window(all, limit, offset) {
		row := found{at.repo, sym}.row()
		l.add(row, sym.Qualified, row.Kind, itoa(row.Line), itoa(row.EndLine), row.Signature)
	}
	a := &answer{head: object{{"path", shown}, {"total", len(all)}}, parts: []part{l}}
	if f, ok := at.repo.snap.File(at.path); ok && f.Language == "" {
		return c.textOutline(ctx, at, a)
	}
	return a, nil
}

// textOutline shows the headings and keys of a file that no symbols are read from.
func (c *call) textOutline(ctx context.Context, at place, a *answer) (*answer, error) {
	s, err := at.repo.source(ctx, at.path)
	if err != nil {
		return nil, c.failed(ctx, err)
	}
	entries, ok := outline.Of(at.path, s.text)
	if !ok {
		a.remarks = append(a.remarks, "this file is indexed as text only; read it with operation file")
		return a, nil
	}
	limit, offset := c.args.page(300)
	shown := at.repo.show(at.path)
	l := &list{key: "symbols", fields: []string{"line", "end_line", "kind", "name"}, keys: map[string]string{"path": shown}, total: len(entries), offset: offset, main: true}
	for _, e := range window(entries, limit, offset) {
		l.add(entryRow{e.Name, e.Kind, e.Level, e.Line, e.EndLine}, itoa(e.Line), itoa(e.EndLine), e.Kind, strings.Repeat("  ", e.Level-1)+e.Name)
	}
	return &answer{head: object{{"path", shown}, {"total", len(entries)}}, parts: []part{l}}, nil
}

// entryRow is one heading or key of a file that is text only.
type entryRow struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	Level   int    `json:"level"`
	Line    int    `json:"line"`
	EndLine int    `json:"end_line"`
}

// readBatch shows several; what can't be had of them is said, and the rest shown.
func readBatch(ctx context.Context, c *call) (*answer, error) {
	items := c.args.list("items")
	if len(items) == 0 {
		return nil, c.args.misused("read with operation batch needs `items`.")
	}
	const most = 50
	s := &sources{}
	a := &answer{parts: []part{s}}
	var first error
	for _, item := range items[:min(len(items), most)] {
		p, err := c.item(ctx, item)
		if err == nil {
			s.pieces = append(s.pieces, p)
			continue
		}
		if first == nil {
			first = err
		}
		r, ok := errors.AsType[*refusal](err)
		if !ok {
			r = refusef("%v", err)
		}
		a.remarks = append(a.remarks, r.brief())
	}
	if len(items) > most {
		a.remarks = append(a.remarks, "only the first 50 items were read")
	}
	if len(s.pieces) == 0 {
		return nil, first
	}
	return a, nil
}

func (c *call) item(ctx context.Context, item string) (piece, error) {
	if file, first, last, ok := fileAndLines(item); ok && last > first {
		return c.filePiece(ctx, file, first, last)
	}
	f, err := c.symbol(ctx, item)
	if err != nil {
		if c.isFile(ctx, item) {
			return c.filePiece(ctx, item, 0, 0)
		}
		return piece{}, err
	}
	p, _, err := c.symbolPiece(ctx, f)
	return p, err
}

// brief is a refusal in one line.
func (r *refusal) brief() string {
	text := r.text
	for i, c := range r.candidates[:min(len(r.candidates), 5)] {
		if i == 0 {
			text += " "
		} else {
			text += ", "
		}
		text += edit.OneLine(c.ID)
	}
	return text
}
