package hooks

import (
	"slices"
	"strings"

	json "github.com/goccy/go-json"
)

// Tools are the gortex tools that this session can call right now: bare name → the name this host shows
// ("read" → "mcp__gortex__read"). Nil means: not told, the bare names of the eager set are callable.
type Tools map[string]string

// eager are the tools that every preset lists unless it says otherwise, in the order to show them, each with what it is for.
var eager = []struct{ name, phrase string }{
	{"explore", "a task or question in words: symbols, source, callers, tests in one call"},
	{"search", "find by name, text, path or syntax"},
	{"read", "a symbol's source, a file's outline, a file or several"},
	{"relations", "usages, callers, callees, implementations of a symbol"},
	{"change", "what a diff touches, what breaks, which tests to run"},
	{"edit", "exact replacements, a symbol's body, a file; atomic"},
	{"workspace", "what is indexed and how fresh it is"},
	{"tools_search", "finds further tools by words and makes them callable"},
}

// name returns how this host spells a tool, and whether the session can call it.
func (t Tools) name(bare string) (string, bool) {
	if t == nil {
		return bare, slices.ContainsFunc(eager, func(e struct{ name, phrase string }) bool { return e.name == bare })
	}
	name := t[bare]
	return name, name != "" && !strings.ContainsAny(name, "\n\r")
}

// arguments are those of a tool call that a text hands out ready to copy.
type arguments struct {
	Operation string `json:"operation,omitempty"`
	Query     string `json:"query,omitempty"`
	Symbol    string `json:"symbol,omitempty"`
	File      string `json:"file,omitempty"`
	Repo      string `json:"repo,omitempty"`
}

// call writes a tool call as the model would make it, or "" where the session has no such tool.
func (t Tools) call(bare string, a arguments) string {
	name, ok := t.name(bare)
	if !ok {
		return ""
	}
	b, err := json.MarshalWithOption(a, json.DisableHTMLEscape())
	if err != nil {
		return ""
	}
	return "`" + name + " " + string(b) + "`"
}
