package tools

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
)

// symbolRow is a definition as scripts read it.
type symbolRow struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	EndLine   int    `json:"end_line"`
	Signature string `json:"signature"`
}

func (f found) row() symbolRow {
	return symbolRow{
		ID: f.id(), Name: f.sym.Name, Kind: f.sym.Kind.String(), Path: f.repo.show(f.sym.Path),
		Line: f.sym.Line, EndLine: f.sym.EndLine, Signature: valid(f.sym.Signature),
	}
}

var symbolFields = []string{"id", "kind", "line", "end_line", "signature"}

func (r symbolRow) cells() []string {
	return []string{r.ID, r.Kind, itoa(r.Line), itoa(r.EndLine), r.Signature}
}

// useRow is one use of a symbol, at the place of the use.
type useRow struct {
	Path      string `json:"path"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	Symbol    string `json:"symbol"` // the enclosing definition; for callees what is called
	Kind      string `json:"kind,omitempty"`
	Certainty string `json:"certainty"`
	Depth     int    `json:"depth,omitempty"`
	Of        string `json:"of,omitempty"` // what is used, where that is not the one symbol asked for
}

// place of a use in two cells: the enclosing definition, whose id has the path, and the line
// in that file. What is used outside of all definitions is used by the file.
func (u useRow) at() string {
	if strings.HasPrefix(u.Symbol, u.Path+"::") {
		return u.Symbol
	}
	return u.Path
}

func (r *repository) use(e engine.Edge, symbol engine.Symbol) useRow {
	return useRow{Path: r.show(e.Path), Line: e.Line, Column: e.Column, Symbol: r.id(symbol), Certainty: e.Certainty.String()}
}

// fileRow is an indexed file.
type fileRow struct {
	Path     string `json:"path"`
	Language string `json:"language"`
	Lines    int    `json:"lines"`
	Symbols  int    `json:"symbols"`
}

// matchRow is a place in a file.
type matchRow struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// importRow is one import between files, or of something external.
type importRow struct {
	Path   string `json:"path"` // of the file at the other end, "" for what is not in the repository
	Module string `json:"module"`
	Line   int    `json:"line"`
	Depth  int    `json:"depth,omitempty"`
}

// valid makes source text fit for JSON: bytes that are no UTF-8 are shown as U+FFFD.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
