package tools

import (
	"fmt"
	"slices"
	"strings"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/wire"
)

// rendering is how a client wants its text.
type rendering struct {
	json   bool
	budget int // bytes of text
}

// mostStructured bounds the structured form: with the largest text, escaped at its
// worst, it stays below 8 MB.
const mostStructured = 4 << 20

// result renders the answer as text within the budget and as structured facts.
func (a *answer) result(r rendering) *mcp.ToolResult {
	a.trim(r)
	structured := a.json(mostStructured, false)
	var text string
	if r.json {
		text = string(a.json(r.budget, true))
	} else {
		text = a.compact(r.budget)
	}
	return &mcp.ToolResult{Content: []mcp.Content{{Type: "text", Text: text}}, StructuredContent: structured}
}

// compact renders sentences, tables in the compact wire form and plain source.
func (a *answer) compact(budget int) string {
	closing := string(a.closing())
	blocks := make([][][]byte, len(a.parts)) // the units of each part: a header, then what may be cut
	needs := make([]int, len(a.parts))
	for i, p := range a.parts {
		blocks[i] = a.units(p)
		for _, u := range blocks[i] {
			needs[i] += len(u)
		}
	}
	shares := allot(needs, budget-len(closing)-reserve*len(a.parts))
	var dst []byte
	for i, p := range a.parts {
		if a.silent(p) {
			continue
		}
		if len(dst) > 0 {
			dst = append(dst, '\n')
		}
		shown, left := 0, shares[i]
		for n, u := range blocks[i] {
			if n > 0 && len(u) > left && isList(p) && !(n == 1 && isMain(p)) {
				break
			}
			dst = append(dst, u...)
			left -= len(u)
			shown = n
		}
		if said := a.cut(p, shown); said != "" {
			dst = wire.AppendRemark(dst, said)
		}
	}
	return string(append(dst, closing...))
}

// silent: an empty list beside the main one takes no header.
func (a *answer) silent(p part) bool {
	l, ok := p.(*list)
	return ok && !l.main && l.total == 0 && len(a.parts) > 1
}

// isList: rows are cut here; sources have been fitted before, see trim.go.
func isList(p part) bool { _, ok := p.(*list); return ok }

// isMain: of these one row is shown however small the budget, so that a cursor always
// leads further.
func isMain(p part) bool { l, ok := p.(*list); return ok && l.main }

// reserve is what the sentence about a cut may take of the budget, for each part.
const reserve = 120

// units of a part: its header, then one for each row or piece.
func (a *answer) units(p part) [][]byte {
	switch p := p.(type) {
	case *list:
		return wire.Lines(a.section(p))
	case *sources:
		units := [][]byte{nil}
		for i, piece := range p.pieces {
			units = append(units, appendPiece(nil, piece, i > 0))
		}
		return units
	}
	return [][]byte{nil}
}

func appendPiece(dst []byte, p piece, further bool) []byte {
	if further {
		dst = append(dst, '\n')
	}
	dst = fmt.Appendf(dst, "%s:%d-%d\n", edit.OneLine(p.Path), p.First, p.Last)
	dst = append(dst, p.Text...)
	if p.Text != "" && !strings.HasSuffix(p.Text, "\n") {
		dst = append(dst, '\n')
	}
	if p.Cut != "" {
		dst = wire.AppendRemark(dst, p.Cut)
	}
	if hidden := p.hidden(); hidden != "" {
		dst = wire.AppendRemark(dst, hidden)
	}
	return dst
}

// cut says what of a part is not shown and how to see it, or "".
func (a *answer) cut(p part, shown int) string {
	switch p := p.(type) {
	case *list:
		next := p.offset + shown
		switch {
		case next >= p.total:
			return ""
		case p.main:
			return fmt.Sprintf("rows %d-%d of %d; the rest: cursor=%q, or narrow with path", p.offset+min(1, shown), next, p.total, itoa(next))
		case shown < len(p.rows):
			return fmt.Sprintf("%d of %d shown; the rest: a larger budget", shown, p.total)
		}
		return fmt.Sprintf("%d of %d shown; the rest: a larger limit", shown, p.total)
	case *sources:
		if left := len(p.pieces) - shown + p.dropped; left > 0 {
			return fmt.Sprintf("%s more not shown; the rest: a larger budget", count(left, "piece"))
		}
	}
	return ""
}

// closing is the remarks.
func (a *answer) closing() []byte {
	var dst []byte
	for _, remark := range a.notes() {
		dst = wire.AppendRemark(dst, remark)
	}
	return dst
}

func (a *answer) notes() []string {
	notes := a.remarks
	if len(a.behind) > 0 {
		shown := onLines(a.behind[:min(len(a.behind), 10)])
		notes = append(notes[:len(notes):len(notes)], fmt.Sprintf("changed on disk since it was read, and being read again (%s): %s", count(len(a.behind), "file"), strings.Join(shown, ", ")))
	}
	return notes
}

// onLines are names, each on one line.
func onLines(names []string) []string {
	safe := make([]string, len(names))
	for i, name := range names {
		safe[i] = edit.OneLine(name)
	}
	return safe
}

// json renders head, lists and notes as one object of at most about budget bytes.
func (a *answer) json(budget int, text bool) []byte {
	out := append(object{}, a.head...)
	rows := make([][]gojson.RawMessage, len(a.parts))
	needs := make([]int, len(a.parts))
	for i, p := range a.parts {
		rows[i] = encoded(p)
		for _, r := range rows[i] {
			needs[i] += len(r) + 1
		}
	}
	shares := allot(needs, budget-len(out.json())-reserve*(len(a.parts)+1))
	var cursor string
	var notes []string
	for i, p := range a.parts {
		shown, left := 0, shares[i]
		for _, r := range rows[i] {
			if left -= len(r) + 1; left < 0 && isList(p) && !(shown == 0 && isMain(p)) {
				break
			}
			shown++
		}
		out.add(p.name(), rows[i][:shown])
		if l, ok := p.(*list); ok && l.main && l.offset+shown < l.total {
			cursor = itoa(l.offset + shown)
		}
		if said := a.cut(p, shown); said != "" && (text || shown < p.items()) {
			notes = append(notes, p.name()+": "+said)
		}
	}
	if cursor != "" {
		out.add("cursor", cursor)
	}
	if notes = append(notes, a.notes()...); len(notes) > 0 {
		out.add("notes", notes)
	}
	if len(a.behind) > 0 {
		out.add("behind", a.behind[:min(len(a.behind), 100)])
	}
	return out.json()
}

func encoded(p part) []gojson.RawMessage {
	rows := []gojson.RawMessage{}
	switch p := p.(type) {
	case *list:
		for _, r := range p.rows {
			rows = append(rows, marshal(r.value))
		}
	case *sources:
		for _, piece := range p.pieces {
			rows = append(rows, marshal(piece))
		}
	}
	return rows
}

// allot divides a budget among needs: small needs are met, the large ones share what is left evenly.
func allot(needs []int, budget int) []int {
	order := make([]int, len(needs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return needs[a] - needs[b] })
	shares, left := make([]int, len(needs)), max(0, budget)
	for n, i := range order {
		shares[i] = min(needs[i], left/(len(order)-n))
		left -= shares[i]
	}
	return shares
}
