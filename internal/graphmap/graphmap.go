// Package graphmap draws a repository's graph as one HTML page that needs nothing else:
// modules, who uses whom, and the code that is worth a look. It knows no engine: what is
// drawn comes in as a value.
package graphmap

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
)

// Map is what is drawn.
type Map struct {
	Name     string    `json:"name"`
	Modules  []Module  `json:"modules"`
	Uses     []Use     `json:"uses"`
	Hotspots []Hotspot `json:"hotspots"`
	Left     int       `json:"left_out,omitempty"` // modules that are too small to be drawn
}

// Module is a folder.
type Module struct {
	Path    string `json:"path"`
	Files   int    `json:"files"`
	Symbols int    `json:"symbols"`
}

// Use says how many files of one module import another.
type Use struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Count int    `json:"count"`
}

// Hotspot is complex code that changes often or has many callers.
type Hotspot struct {
	Name       string `json:"name"`
	Path       string `json:"path"`
	Line       int    `json:"line"`
	Complexity int    `json:"complexity"`
	Commits    int    `json:"commits"`
	Callers    int    `json:"callers"`
}

// drawn is how many modules fit on a circle with their names.
const drawn = 60

// Largest keeps the modules with the most symbols, and the uses between them.
func (m Map) Largest() Map {
	slices.SortFunc(m.Modules, func(a, b Module) int {
		if a.Symbols != b.Symbols {
			return b.Symbols - a.Symbols
		}
		return strings.Compare(a.Path, b.Path)
	})
	if len(m.Modules) > drawn {
		m.Left, m.Modules = len(m.Modules)-drawn, m.Modules[:drawn]
	}
	kept := map[string]bool{}
	for _, x := range m.Modules {
		kept[x.Path] = true
	}
	m.Uses = slices.DeleteFunc(slices.Clone(m.Uses), func(u Use) bool { return !kept[u.From] || !kept[u.To] })
	slices.SortFunc(m.Uses, func(a, b Use) int { return strings.Compare(a.From+"\x00"+a.To, b.From+"\x00"+b.To) })
	slices.SortFunc(m.Modules, func(a, b Module) int { return strings.Compare(a.Path, b.Path) }) // neighbors stand beside each other
	return m
}

//go:embed page.html
var page string

// Write writes the page. Names of a repository cannot leave the text that they stand in:
// the data is JSON without < and >, and the page puts it in as text.
func Write(w io.Writer, m Map) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(page, "/*data*/null")
	if !ok {
		return fmt.Errorf("the page has no place for its data")
	}
	_, err = io.WriteString(w, strings.ReplaceAll(before, "<!--name-->", html.EscapeString(m.Name))+string(data)+rest)
	return err
}
