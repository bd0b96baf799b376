// Package catalog is the definitions of the MCP tools: names, descriptions, schemas,
// annotations, presets. It needs no engine, so that a process without one can answer
// tools/list at once. What a call does lives in the room above; a definition stands
// here only once its handler is built.
package catalog

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/mcp"
)

// effect is what a call of a tool does to the world; hosts ask permission by it.
type effect int

const (
	reads      effect = iota // persists nothing
	localWrite               // changes files of tracked repositories
)

// entry is one row of the table below.
type entry struct {
	name, title, description string
	effect                   effect
	deferred                 bool // shown only to a session that has had it promoted
	input, output            string
}

// table is in the order that clients show.
var table = []entry{
	{name: "explore", title: "Explore", input: explore, output: exploreOut,
		description: "Start here: a task or question in words gives the symbols it is about, their source, who calls whom, and the tests. One call replaces a round of grep and read."},
	{name: "search", title: "Search", input: search, output: searchOut,
		description: "Find definitions by name, text by content, files by path, or code by tree-sitter query. Instead of grep, find and rg."},
	{name: "read", title: "Read", input: read, output: readOut,
		description: "Source of a symbol, a file or a window of lines, several at once, or a file's outline. Instead of cat, head and sed on source files."},
	{name: "relations", title: "Relations", input: relations, output: relationsOut,
		description: "The graph around one symbol or file: usages, callers, callees, implementations, supertypes, imports, dependents, definition. Places are those of the use."},
	{name: "change", title: "Change", input: change, output: changeOut,
		description: "detect: which symbols the working tree's diff (or the diff since base) touches, with their callers and tests. impact: what is reached from a symbol through its callers, and the tests to run."},
	{name: "edit", title: "Edit", effect: localWrite, input: edit, output: editOut,
		description: "Change files: exact replacements, a symbol's whole definition, a whole file, or a batch, all or none. The index is up to date when it answers. Answers with hashes and counts, never the content."},
	{name: "workspace", title: "Workspace", input: workspace, output: workspaceOut,
		description: "What is indexed, how fresh it is, what is still warming."},
}

// Tools returns the eager tools of a preset ("core", "" = core), in the order to show
// them. "read" is core without what writes. An unknown preset is core.
func Tools(preset string) []mcp.Tool {
	var all []mcp.Tool
	for _, e := range table {
		if !e.deferred && within(preset, e) {
			all = append(all, e.tool())
		}
	}
	return all
}

// Deferred returns the tools of a preset that a session may have promoted.
func Deferred(preset string) []mcp.Tool {
	var all []mcp.Tool
	for _, e := range table {
		if e.deferred && within(preset, e) {
			all = append(all, e.tool())
		}
	}
	return all
}

func within(preset string, e entry) bool { return preset != "read" || e.effect == reads }

// Shows says whether a preset shows a tool from the start.
func Shows(preset, name string) bool {
	e, ok := find(name)
	return ok && !e.deferred && within(preset, e)
}

// Lookup returns the definition of any tool that is built, eager or deferred.
func Lookup(name string) (mcp.Tool, bool) {
	if e, ok := find(name); ok {
		return e.tool(), true
	}
	return mcp.Tool{}, false
}

// Names of all tools, eager first.
func Names() []string {
	var eager, deferred []string
	for _, e := range table {
		if e.deferred {
			deferred = append(deferred, e.name)
		} else {
			eager = append(eager, e.name)
		}
	}
	return append(eager, deferred...)
}

// ReadOnly says that a call of the tool is safe to repeat.
func ReadOnly(name string) bool {
	e, ok := find(name)
	return ok && e.effect == reads
}

// built are the definitions, made at the first question: most processes ask none.
var built = sync.OnceValue(func() map[string]mcp.Tool {
	all := make(map[string]mcp.Tool, len(table))
	for _, e := range table {
		all[e.name] = e.build()
	}
	return all
})

func find(name string) (entry, bool) {
	i := slices.IndexFunc(table, func(e entry) bool { return e.name == name })
	if i < 0 {
		return entry{}, false
	}
	return table[i], true
}

func (e entry) tool() mcp.Tool { return built()[e.name] }

func (e entry) build() mcp.Tool {
	return mcp.Tool{
		Name: e.name, Description: e.description,
		InputSchema: compact(e.input), OutputSchema: compact(e.output),
		Annotations: e.annotations(),
	}
}

// annotations leave out what the protocol gives no meaning to: destructive and
// idempotent say something only of tools that write.
func (e entry) annotations() *mcp.Annotations {
	yes, no := true, false
	a := &mcp.Annotations{Title: e.title, ReadOnlyHint: &yes, OpenWorldHint: &no}
	if e.effect != reads {
		a.ReadOnlyHint, a.DestructiveHint, a.IdempotentHint = &no, &yes, &no
	}
	return a
}

// compact takes the line ends out of a schema; a test holds that each is valid JSON.
func compact(schema string) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, []byte(schema)) != nil {
		return json.RawMessage(schema)
	}
	return b.Bytes()
}

// readers are the clients known to hand text to a model as it is. Claude Code calls
// itself "claude-code", Codex "codex-mcp-client", Cursor "cursor-vscode".
var readers = []string{"pi", "claude-code", "claude", "codex", "cursor", "gortex-cli", "gortex", "gemini-cli", "opencode", "goose", "zed", "cline", "windsurf", "crush", "amp"}

// CompactFor says whether a client of this name reads compact text.
func CompactFor(client string) bool {
	client = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(client)), " ", "-")
	return slices.ContainsFunc(readers, func(r string) bool {
		rest, ok := strings.CutPrefix(client, r)
		return ok && (rest == "" || rest[0] == '-' || rest[0] == '_' || rest[0] == '/')
	})
}
