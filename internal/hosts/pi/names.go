package pi

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// nativePrefix is what Pi's own MCP client puts in front of a tool's name.
const nativePrefix = "mcp__" + serverName + "__"

// guarded is Pi's built-in vocabulary, and what other agents have that Pi may grow. An
// extension's tool of the same name would silently replace the built-in.
var guarded = []string{
	"read", "bash", "edit", "write", "grep", "find", "ls", "powershell", "codemode", "tool_search",
	"agent", "apply_patch", "ask", "browser", "delete", "fetch", "glob", "move", "multi_edit", "notebook", "patch", "plan",
	"python", "question", "shell", "skill", "subagent", "task", "terminal", "todo", "todo_read", "todo_write", "view", "web_fetch", "web_search",
}

// OwnName is what a tool is called where the extension registers it itself.
func OwnName(bare string) string {
	if slices.Contains(guarded, bare) {
		return serverName + "_" + bare
	}
	return bare
}

func nativeName(bare string) string { return nativePrefix + bare }

// graphTool returns the daemon's name of a gortex tool that a session of Pi calls
// shown; own are the tools that the extension registered, by the names they got.
func graphTool(shown string, own map[string]string) (bare string, ok bool) {
	if bare, ok := strings.CutPrefix(shown, nativePrefix); ok {
		return bare, true
	}
	bare, ok = own[shown]
	return bare, ok
}

// ownNames maps the names of all tools, as the extension would register them, to the
// daemon's.
func ownNames() map[string]string {
	names := map[string]string{}
	for _, bare := range catalog.Names() {
		names[OwnName(bare)] = bare
	}
	return names
}

// knownNames are those of them that can only be ours, in a session that shows these
// tools, nil where that is not told. A bare search may be any extension's; it is ours
// where a renamed tool is there too, since all are registered together.
func knownNames(shown []string) map[string]string {
	own := ownNames()
	all := slices.ContainsFunc(shown, func(name string) bool { return own[name] != "" && own[name] != name })
	for name, bare := range own {
		if !all && name == bare {
			delete(own, name)
		}
	}
	return own
}

// spelled returns tools under the names that spell gives them.
func spelled(bare []string, spell func(string) string) hooks.Tools {
	t := hooks.Tools{}
	for _, name := range bare {
		t[name] = spell(name)
	}
	return t
}

// ownTool is a daemon's tool as the extension registers it in Pi. The schema goes
// through as it is; a rename stands first in the description, because gortex's own
// messages may speak of the tool by the daemon's name.
func ownTool(t mcp.Tool) PiTool {
	name := OwnName(t.Name)
	description := t.Description
	if name != t.Name {
		description = fmt.Sprintf("Called %s here, because Pi has a %s of its own. %s", name, t.Name, t.Description)
	}
	label := t.Title
	if label == "" && t.Annotations != nil {
		label = t.Annotations.Title
	}
	if label == "" {
		label = t.Name
	}
	return PiTool{Name: name, Label: serverName + " " + strings.ToLower(label), Description: description, Parameters: t.InputSchema, Annotations: t.Annotations}
}
