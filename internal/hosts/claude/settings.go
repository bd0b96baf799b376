package claude

import (
	"fmt"
	"path"
	"runtime"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/hosts/jsonedit"
)

// wanted are the hooks of ours, by event.
var wanted = []struct{ event, matcher string }{
	{"PreToolUse", "Read|Grep|Glob|Bash|Edit|MultiEdit|Write|Task|" + toolPrefix + ".*"},
	{"SessionStart", ""}, // startup, resume, clear and compact
	{"PreCompact", ""},   // manual and auto
	{"SessionEnd", ""},
}

func hookNames() []string {
	names := make([]string, len(wanted))
	for i, w := range wanted {
		names[i] = w.event
	}
	return names
}

// group is one entry of an event's list.
type group struct {
	Matcher string `json:"matcher,omitempty"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout,omitempty"` // seconds
}

const (
	hookArgs    = " hook --agent " + agent
	hookTimeout = 5 // seconds; ours answers within a quarter of one
)

// addHooks puts our hook into each event's list. One of ours that is there keeps what its
// user changed of it, and gets the program that is installed now.
func addHooks(d *jsonedit.Doc, bin string) error {
	for _, w := range wanted {
		found, err := eachHook(d, w.event, func(at []string, h hook) error {
			_, args, _ := strings.Cut(h.Command, hookArgs)
			if command := word(bin) + hookArgs + args; h.Command != command {
				return d.Set(command, append(at, "command")...)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if found == 0 {
			err = d.Append(group{w.matcher, []hook{{"command", word(bin) + hookArgs, hookTimeout}}}, "hooks", w.event)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// removeHooks takes our hooks out of all events, whatever their user changed of them: one
// that stayed would fail on every call once the program is gone.
func removeHooks(d *jsonedit.Doc) error {
	var all map[string]any
	if !d.Get(&all, "hooks") {
		return nil
	}
	for event := range all {
		for {
			var at []string
			_, err := eachHook(d, event, func(place []string, _ hook) error { at = place; return nil })
			if err != nil || at == nil {
				break // an event that is not as Claude Code writes them has none of ours
			}
			if err := removeUp(d, at); err != nil {
				return err
			}
		}
	}
	return nil
}

// removeUp removes a value, and then what holds nothing because of that.
func removeUp(d *jsonedit.Doc, at []string) error {
	for {
		if err := d.Remove(at...); err != nil || len(at) == 1 {
			return err
		}
		at = at[:len(at)-1]
		if at[len(at)-1] == "hooks" && len(at) > 1 && d.Len(at...) == 0 { // the list of a group: the group goes with it
			at = at[:len(at)-1]
			continue
		}
		if d.Len(at...) != 0 {
			return nil
		}
	}
}

// eachHook calls f for each hook of ours in an event's list, with its path.
func eachHook(d *jsonedit.Doc, event string, f func(at []string, h hook) error) (found int, err error) {
	var groups []group
	if !d.Get(&groups, "hooks", event) {
		if d.Len("hooks", event) >= 0 {
			return 0, fmt.Errorf("hooks.%s is not as Claude Code writes it", event)
		}
		return 0, nil
	}
	for i, g := range groups {
		for j, h := range g.Hooks {
			if !ours(h.Command) {
				continue
			}
			found++
			if err := f([]string{"hooks", event, strconv.Itoa(i), "hooks", strconv.Itoa(j)}, h); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// ours says whether a hook's command runs gortex for this host.
func ours(command string) bool {
	program, _, ok := strings.Cut(command, hookArgs)
	return ok && isGortex(unquoted(program))
}

func isGortex(program string) bool {
	base := path.Base(strings.ReplaceAll(program, `\`, "/"))
	return strings.TrimSuffix(base, ".exe") == "gortex"
}

func unquoted(s string) string { return strings.ReplaceAll(strings.Trim(s, `'"`), `'\''`, "'") }

// word makes a path one word of the shell that Claude Code runs hooks with.
func word(program string) string { return wordOn(runtime.GOOS, program) }

func wordOn(system, program string) string {
	switch {
	case !strings.ContainsAny(program, " '\"$`\\&;()<>|*?#~!"):
		return program
	case system == "windows":
		return `"` + program + `"`
	}
	return "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
}

// server is the entry of an MCP server.
type server struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
	// AlwaysLoad has Claude Code offer our tools from the first request on, instead of
	// leaving them to its own tool search: which of them are offered is our preset's to say.
	AlwaysLoad *bool `json:"alwaysLoad,omitempty"`
}

var always = true

// addServer puts our server into the file. An entry that runs gortex gets the program
// that is installed now and keeps the rest; another's is left alone, unless force is set.
func addServer(d *jsonedit.Doc, bin string, force bool) error {
	var there server
	taken := d.Get(&there, "mcpServers", serverName)
	switch {
	case taken && isGortex(there.Command):
		if there.Command != bin {
			if err := d.Set(bin, "mcpServers", serverName, "command"); err != nil {
				return err
			}
		}
		if there.AlwaysLoad == nil { // an install of before; false is their own choice
			return d.Set(always, "mcpServers", serverName, "alwaysLoad")
		}
		return nil
	case taken && !force:
		return fmt.Errorf("it has an MCP server called %s that runs %q: gortex claude install --force replaces it", serverName, there.Command)
	}
	return d.Set(server{bin, []string{"mcp"}, &always}, "mcpServers", serverName)
}

// removeServer takes an entry out that runs gortex.
func removeServer(d *jsonedit.Doc) error {
	var there server
	if !d.Get(&there, "mcpServers", serverName) || !isGortex(there.Command) {
		return nil
	}
	return removeUp(d, []string{"mcpServers", serverName})
}
