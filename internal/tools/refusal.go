package tools

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// refusal is an error for the model to mend: one sentence, and what helps it to do so.
// Its structured members are as they are; its text has names on one line.
type refusal struct {
	text       string
	accepted   []string    // names of arguments or values
	example    string      // arguments that would have worked
	candidates []symbolRow // what it may have meant
	path       string
	current    string // sha256 of a file that has changed
}

func (r *refusal) Error() string { return r.text }

// refusef is a refusal; texts among args are put on one line.
func refusef(format string, args ...any) *refusal {
	return &refusal{text: edit.Sentence(format, args...)}
}

// examples are calls that work on most repositories, by tool and operation.
var examples = map[string]string{
	"explore":                   `{"task": "how are sessions closed when the server stops"}`,
	"search":                    `{"query": "NewServer"}`,
	"search text":               `{"operation": "text", "query": "connection refused", "path": "internal"}`,
	"search files":              `{"operation": "files", "query": "**/*_test.go"}`,
	"search ast":                `{"operation": "ast", "lang": "typescript", "query": "(call_expression function: (identifier) @name)"}`,
	"read":                      `{"symbol": "internal/store/store.go::Store.Get", "callers": true}`,
	"read outline":              `{"operation": "outline", "file": "internal/store/store.go"}`,
	"read file":                 `{"operation": "file", "file": "internal/store/store.go", "first": 30, "last": 80}`,
	"read batch":                `{"operation": "batch", "items": ["Store.Get", "cmd/app/main.go:10-40"]}`,
	"relations":                 `{"operation": "callers", "symbol": "Store.Get"}`,
	"relations imports":         `{"operation": "imports", "file": "internal/store/store.go"}`,
	"relations dependents":      `{"operation": "dependents", "file": "internal/store/store.go"}`,
	"change":                    `{"operation": "detect", "base": "main"}`,
	"change impact":             `{"operation": "impact", "symbol": "Store.Get", "depth": 3}`,
	"edit":                      `{"operation": "replace", "file": "internal/store/store.go", "edits": [{"old": "return nil", "new": "return err"}]}`,
	"edit symbol":               `{"operation": "symbol", "symbol": "Store.Get", "body": "func (s *Store) Get(k string) string {\n\treturn s.m[k]\n}"}`,
	"edit write":                `{"operation": "write", "file": "docs/notes.md", "content": "# Notes\n", "create": true}`,
	"edit batch":                `{"operation": "batch", "changes": [{"file": "a.go", "edits": [{"old": "x", "new": "y"}]}, {"file": "b.go", "content": "package b\n", "create": true}]}`,
	"workspace":                 `{"operation": "info"}`,
	"relations callers":         `{"operation": "callers", "symbol": "internal/store/store.go:39", "depth": 2}`,
	"relations callees":         `{"operation": "callees", "symbol": "Store.Get"}`,
	"relations supertypes":      `{"operation": "supertypes", "symbol": "FileStore"}`,
	"relations definition":      `{"operation": "definition", "symbol": "Store.Get"}`,
	"change tests":              `{"operation": "tests", "base": "main"}`,
	"change verify":             `{"operation": "verify", "symbol": "Store.Get", "signature": "func (s *Store) Get(ctx context.Context, key string) string"}`,
	"change diagnostics":        `{"operation": "diagnostics"}`,
	"tools_search":              `{"query": "who calls what on the way from main to the store"}`,
	"trace":                     `{"operation": "tree", "symbol": "Store.Get", "direction": "callers", "depth": 3}`,
	"trace path":                `{"operation": "path", "symbol": "main", "to": "Store.Get"}`,
	"trace flow":                `{"operation": "flow", "symbol": "Prices"}`,
	"analyze":                   `{"operation": "hotspots", "path": "internal"}`,
	"analyze dead_code":         `{"operation": "dead_code", "path": "internal"}`,
	"history":                   `{"operation": "log", "symbol": "Store.Get"}`,
	"history blame":             `{"operation": "blame", "file": "internal/store/store.go", "first": 30, "last": 60}`,
	"refactor":                  `{"operation": "rename", "symbol": "Store.Get", "name": "Price"}`,
	"refactor move":             `{"operation": "move", "symbol": "store.Open", "file": "store/open.go"}`,
	"workspace_admin":           `{"operation": "track", "dir": "../other"}`,
	"workspace_admin untrack":   `{"operation": "untrack", "repo": "other"}`,
	"workspace_admin reindex":   `{"operation": "reindex", "repo": "other"}`,
	"relations implementations": `{"operation": "implementations", "symbol": "Store"}`,
}

func example(tool, operation string) string {
	if e, ok := examples[tool+" "+operation]; ok {
		return e
	}
	return examples[tool]
}

// misused is the refusal of a call whose arguments can't be right.
func misused(tool, operation, format string, args ...any) *refusal {
	return &refusal{text: edit.Sentence(format, args...), accepted: argumentNames(tool), example: example(tool, operation)}
}

// argumentNames in a stable order: what one gives first comes first.
func argumentNames(tool string) []string {
	last := []string{"path", "lang", "repo", "limit", "cursor", "budget", "format"}
	rank := func(name string) int { return slices.Index(last, name) }
	var names []string
	for name := range catalog.Arguments(tool) {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if a == "operation" || b == "operation" {
			return boolRank(b == "operation") - boolRank(a == "operation")
		}
		if ra, rb := rank(a), rank(b); ra != rb {
			return ra - rb
		}
		return strings.Compare(a, b)
	})
	return names
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// result renders the refusal. The text says all: a client may show nothing else.
func (r *refusal) result(asJSON bool) *mcp.ToolResult {
	facts := object{}
	facts.add("error", r.text)
	if len(r.accepted) > 0 {
		facts.add("accepted", r.accepted)
	}
	if r.example != "" {
		facts.add("example", r.example)
	}
	if len(r.candidates) > 0 {
		facts.add("candidates", r.candidates)
	}
	if r.path != "" {
		facts.add("path", r.path)
	}
	if r.current != "" {
		facts.add("sha256", r.current)
	}
	structured := facts.json()
	text := r.sentence()
	if asJSON {
		text = string(structured)
	}
	return &mcp.ToolResult{IsError: true, Content: []mcp.Content{{Type: "text", Text: text}}, StructuredContent: structured}
}

func (r *refusal) sentence() string {
	var b strings.Builder
	b.WriteString(r.text)
	if len(r.accepted) > 0 {
		fmt.Fprintf(&b, "\nAccepted: %s.", strings.Join(r.accepted, ", "))
	}
	if r.example != "" {
		fmt.Fprintf(&b, "\nExample: %s", r.example)
	}
	if r.current != "" && !strings.Contains(r.text, r.current) {
		fmt.Fprintf(&b, "\nIts sha256 is now %s.", r.current)
	}
	for _, c := range r.candidates {
		fmt.Fprintf(&b, "\n%s\t%s\t%s:%d", edit.OneLine(brief(c.ID)), c.Kind, edit.OneLine(c.Path), c.Line)
	}
	return b.String()
}

// brief is an id of a length that helps to tell it from others; file:line, which stands
// behind it and is taken as well, names what has a longer one.
func brief(id string) string {
	const most = 200
	if len(id) <= most {
		return id
	}
	return strings.ToValidUTF8(id[:most], "") + "…"
}
