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
	reads        effect = iota // persists nothing
	ofSession                  // changes what this session is shown, nothing else
	localWrite                 // changes files of tracked repositories
	controlWrite               // changes what is tracked and indexed
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
	{name: "tools_search", title: "Find tools", effect: ofSession, input: toolsSearch, output: toolsSearchOut,
		description: "Finds further tools by words and makes them callable at once: call paths and trees, dead code, cycles, complexity, blame and log, rename, tracking."},

	{name: "trace", title: "Trace", deferred: true, input: trace, output: traceOut,
		description: "Follow calls. path: the shortest chain of calls from one symbol to another. tree: all calls from or to a symbol, to a depth. flow: through an interface, from who calls its methods to the code that may run."},
	{name: "analyze", title: "Analyze", deferred: true, input: analyze, output: analyzeOut,
		description: "Look at a whole folder or repository. hotspots: complex code that changes often. dead_code: definitions that nothing uses. cycles: imports that lead back. todos: TODO, FIXME, HACK, XXX. complexity: functions by branches. coupling: folders by who depends on whom. api: what is exported."},
	{name: "history", title: "History", deferred: true, input: history, output: historyOut,
		description: "What git knows of a symbol or of lines. blame: who last changed each line, in which commit. log: the commits that changed it, followed through its moves in the file and renames of the file."},
	{name: "refactor", title: "Refactor", effect: localWrite, deferred: true, input: refactor, output: refactorOut,
		description: "rename: a symbol with all its references, over all files. move: a definition of Go to another file of its package. Shows a preview first; preview false writes, all or nothing. Refuses where a use is not sure, and lists why."},
	{name: "workspace_admin", title: "Workspace administration", effect: controlWrite, deferred: true, input: workspaceAdmin, output: workspaceAdminOut,
		description: "track: index a repository from now on. untrack: forget one and its index. reindex: read everything of one again. The files themselves are never touched."},
}

// Presets are the names that Tools knows, the default first: "core" lists the eager
// tools and defers the rest, "read" is core without what writes, "full" lists all at once.
func Presets() []string { return []string{"core", "read", "full"} }

// Tools returns the tools that a preset lists from the start ("" and what is unknown:
// core), in the order to show them.
func Tools(preset string) []mcp.Tool {
	var all []mcp.Tool
	for _, e := range table {
		if e.eager(preset) && within(preset, e) {
			all = append(all, e.tool())
		}
	}
	return all
}

// Deferred returns the tools of a preset that a session may have promoted.
func Deferred(preset string) []mcp.Tool {
	var all []mcp.Tool
	for _, e := range table {
		if !e.eager(preset) && within(preset, e) {
			all = append(all, e.tool())
		}
	}
	return all
}

func within(preset string, e entry) bool { return preset != "read" || e.readOnly() }

func (e entry) eager(preset string) bool { return !e.deferred || preset == "full" }

// readOnly: what a session is shown is nobody else's, and asking twice changes nothing.
func (e entry) readOnly() bool { return e.effect == reads || e.effect == ofSession }

// Shows says whether a preset shows a tool from the start.
func Shows(preset, name string) bool {
	e, ok := find(name)
	return ok && e.eager(preset) && within(preset, e)
}

// Has says whether a preset shows a tool, or lets one be found.
func Has(preset, name string) bool {
	e, ok := find(name)
	return ok && within(preset, e)
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
	return ok && e.readOnly()
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
	switch e.effect {
	case localWrite:
		a.ReadOnlyHint, a.DestructiveHint, a.IdempotentHint = &no, &yes, &no
	case controlWrite: // an index can be built again, and to track twice is to track once
		a.ReadOnlyHint, a.DestructiveHint, a.IdempotentHint = &no, &no, &yes
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
func CompactFor(client string) bool { return named(client, readers) }

// TextOnly says whether a client of this name hands its model the structured form of an
// answer wherever there is one, and then not the text: it gets the text alone. Claude Code
// does so, and its model would read the facts as JSON, without the bound that the text has.
func TextOnly(client string) bool { return named(client, []string{"claude-code"}) }

func named(client string, names []string) bool {
	client = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(client)), " ", "-")
	return slices.ContainsFunc(names, func(r string) bool {
		rest, ok := strings.CutPrefix(client, r)
		return ok && (rest == "" || rest[0] == '-' || rest[0] == '_' || rest[0] == '/')
	})
}
