package pi

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
	"github.com/gortexhq/gortex/internal/version"
)

// decision is short for what the hook room decides.
type decision = hooks.Decision

// channel is how the model reaches the graph's tools.
type channel string

const (
	native channel = "native" // Pi's own MCP client runs the shim
	own    channel = "own"    // the extension registers tools, and calls come here
)

// preferences are the settings that decide.
type preferences struct {
	nativeMCP, hook, brief bool
	posture                string
	server                 *serverConfig // to register in place of what install baked in; nil: that stands
	problems               []string      // of configuration files
}

// state is what the bridge knows of one Pi session. Its methods read and write nothing
// but it: an event comes in, effects come out. Whoever has it holds the bridge's lock.
type state struct {
	hello    Hello
	prefs    preferences
	channel  channel           // "" before hello
	offered  map[string]string // own channel: the names tools were registered under → the daemon's
	callable hooks.Tools
	ready    bool
	gaveUp   bool // a turn has waited for the tools in vain
	briefed  map[string]bool
	batch    int
	guided   bool // in this batch
	refused  bool
	warned   map[string]bool
}

// greet takes the hello of an extension, and decides on the channel.
func (s *state) greet(h Hello, p preferences, tools []mcp.Tool) []Effect {
	*s = state{hello: h, prefs: p, briefed: map[string]bool{}, warned: map[string]bool{}, callable: hooks.Tools{}}
	for _, key := range h.Briefed {
		s.briefed[key] = true
	}
	var effects []Effect
	if h.Protocol != version.BridgeProtocol {
		effects = append(effects, s.warn(fmt.Sprintf("gortex: the extension speaks bridge protocol %d and this gortex %d. Run `gortex pi install` again, then /reload.", h.Protocol, version.BridgeProtocol))...)
	} else if h.Extension != "" && h.Extension != version.Version {
		effects = append(effects, s.warn(fmt.Sprintf("gortex: the extension was installed by version %s and this gortex is %s. Run `gortex pi install` again, then /reload.", h.Extension, version.Version))...)
	}
	for _, problem := range p.problems {
		effects = append(effects, s.warn("gortex: "+problem)...)
	}
	switch {
	case !h.Registered || !p.nativeMCP || !h.connects():
		return append(effects, s.switchToOwn(tools)...)
	case p.server != nil:
		effects = append(effects, Effect{Type: "server.register", Name: serverName, Config: p.server})
	}
	s.channel = native
	return effects
}

// connects says whether anything in this Pi connects MCP servers: Pi's MCP extension,
// and those that replace it, register the /mcp command.
func (h Hello) connects() bool { return h.mcpCommand() != "" }

func (h Hello) mcpCommand() string {
	for _, c := range h.Pi.Commands {
		if c.Name == "mcp" {
			return "mcp from " + c.Source
		}
	}
	return ""
}

// switchToOwn takes the tools to the extension: what Pi would have connected is withdrawn.
func (s *state) switchToOwn(tools []mcp.Tool) []Effect {
	var effects []Effect
	if s.hello.Registered && !s.refused {
		effects = append(effects, Effect{Type: "server.withdraw", Name: serverName})
	}
	s.channel, s.offered = own, map[string]string{}
	return append(effects, s.list(tools)...)
}

// list brings the tools that the extension has registered in line with the daemon's.
func (s *state) list(tools []mcp.Tool) []Effect {
	var added []PiTool
	listed := map[string]bool{}
	for _, t := range tools {
		o := ownTool(t)
		listed[o.Name] = true
		if _, there := s.offered[o.Name]; !there {
			s.offered[o.Name] = t.Name
			added = append(added, o)
		}
	}
	var withdrawn []string
	for name := range s.offered {
		if !listed[name] {
			withdrawn = append(withdrawn, name)
			delete(s.offered, name)
		}
	}
	slices.Sort(withdrawn)
	var effects []Effect
	if len(added) > 0 {
		effects = append(effects, Effect{Type: "tools.register", Tools: added})
	}
	if len(withdrawn) > 0 {
		effects = append(effects, Effect{Type: "tools.withdraw", Names: withdrawn})
	}
	return effects
}

// toolsChanged learns which tools Pi has. Only what it has can be called, and only
// that may a guidance name.
func (s *state) toolsChanged(e Event) {
	active := e.Active
	if active == nil {
		active = e.Names
	}
	s.callable = hooks.Tools{}
	for _, shown := range active {
		if bare, ok := s.graphTool(shown); ok {
			s.callable[bare] = shown
		}
	}
	for _, shown := range e.Names {
		if _, ok := s.graphTool(shown); ok {
			s.ready = true
		}
	}
}

func (s *state) graphTool(shown string) (string, bool) { return graphTool(shown, s.offered) }

// expected are the tools under the names they are to have, before Pi has said so.
func (s *state) expected() hooks.Tools {
	if len(s.callable) > 0 {
		return s.callable
	}
	spell := OwnName
	if s.channel == native {
		spell = nativeName
	}
	return spelled(names(catalog.Tools("")), spell)
}

func names(tools []mcp.Tool) []string {
	all := make([]string, 0, len(tools))
	for _, t := range tools {
		all = append(all, t.Name)
	}
	return all
}

// late is what a turn is told that has waited for the tools in vain: once a session.
// Where another extension took over /mcp and connects nothing, the tools change channel.
func (s *state) late(tools []mcp.Tool) []Effect {
	if s.ready || s.gaveUp || s.channel == "" {
		return nil
	}
	s.gaveUp = true
	if s.channel == native && !s.builtinConnector() {
		return append(s.switchToOwn(tools), s.warn("gortex: the extension that took over /mcp connects no servers, so gortex registered its tools itself.")...)
	}
	const text = "The gortex tools have not connected in this session yet, so calls to them may fail with \"not found\"; use the other tools meanwhile. "
	return append(s.warn("gortex: its tools have not connected yet; /reload tries again, `gortex status` says how the daemon is."),
		guide(text+"If that stays so, the user can run /reload."))
}

func (s *state) builtinConnector() bool {
	return slices.ContainsFunc(s.hello.Pi.Commands, func(c struct {
		Name   string `json:"name"`
		Source string `json:"source"`
	}) bool {
		return c.Name == "mcp" && c.Source == "builtin"
	})
}

// serverRefused: Pi would not take the registration, and said why.
func (s *state) serverRefused(reason string, tools []mcp.Tool) []Effect {
	s.refused = true
	effects := s.warn("gortex: Pi refused its MCP server, so gortex registered its tools itself. Pi says: " + reason)
	if s.channel == own {
		return effects
	}
	return append(effects, s.switchToOwn(tools)...)
}

// asks says whether the hook has a say in this event, and what it is asked.
func (s *state) asks(e Event, userHome string) (hooks.Envelope, bool) {
	if s.channel == "" || !s.prefs.hook {
		return hooks.Envelope{}, false
	}
	s.turnTo(e)
	return envelope(e, s.hello.SessionID, s.hello.CWD, userHome, s.offered), true
}

// turnTo keeps count of the batches: all calls of one pass before any of them runs. An
// extension that does not count is taken by the first result that comes between.
func (s *state) turnTo(e Event) {
	if e.Batch != s.batch || e.Batch == 0 && e.Type == "tool_result" {
		s.batch, s.guided = e.Batch, false
	}
}

// decided are the effects of a decision. Of a batch one guidance goes through: each is a
// message more for the model to read.
func (s *state) decided(d decision) []Effect {
	switch {
	case d.Block:
		return []Effect{{Type: "block", Reason: d.Reason}}
	case d.AdditionalContext != "" && !s.guided:
		s.guided = true
		return []Effect{guide(d.AdditionalContext)}
	}
	return nil
}

// unjudged: the daemon that this session had is gone, and until it is back calls run as
// they are. The user hears of it once.
func (s *state) unjudged() []Effect {
	return s.warn("gortex: its daemon has ended, and is started again by what needs it next; until then calls run as they are. `gortex daemon logs` says why it ended.")
}

// briefKey names the briefing that this session should have read: its words depend on
// the channel, through the tools' names, and on the place. The session's id is no part
// of it: a fork has its parent's history.
func (s *state) briefKey() string {
	h := fnv.New32a()
	h.Write([]byte(s.hello.CWD))
	return fmt.Sprintf("%s-%08x", s.channel, h.Sum32())
}

// downSuffix marks the key of a briefing that could only say that the daemon is down.
const downSuffix = "-down"

// wantsBrief says whether the history lacks the briefing.
func (s *state) wantsBrief() bool {
	return s.channel != "" && s.prefs.brief && !s.briefed[s.briefKey()]
}

// brief are the effects of a briefing's text. One that says the daemon is down is given
// once, and does not stand in for the real one. A person in a repository that nobody
// has tracked hears how to: the model alone knew that there is no graph.
func (s *state) brief(b client.Briefing, down bool) []Effect {
	key := s.briefKey()
	if down {
		key += downSuffix
	}
	if b.Text == "" || s.briefed[key] {
		return nil
	}
	s.briefed[key] = true
	effects := []Effect{{Type: "brief", Key: key, Text: b.Text}}
	if b.Untracked != "" {
		effects = append(effects, s.warn(fmt.Sprintf("gortex: %q is not tracked, so this session has no code graph. `gortex init` in it indexes it, and keeps it up to date.", b.Untracked))...)
	}
	return effects
}

// compacted: what was said before is gone, but for what the extension still finds.
func (s *state) compacted(e Event) {
	s.briefed = map[string]bool{}
	for _, key := range e.Briefed {
		s.briefed[key] = true
	}
}

// result moves the diff of a gortex edit into the session's details.
func (s *state) result(e Event) []Effect {
	s.turnTo(e)
	if _, ok := s.graphTool(e.ToolName); !ok {
		return nil
	}
	// Pi gives an MCP tool's whole result as structuredContent, and the server's own within.
	var whole struct {
		Diff       json.RawMessage `json:"gortex_diff"`
		Structured struct {
			Diff json.RawMessage `json:"gortex_diff"`
		} `json:"structuredContent"`
	}
	if json.Unmarshal(e.StructuredContent, &whole) != nil {
		return nil
	}
	diff := whole.Structured.Diff
	if diff == nil {
		diff = whole.Diff
	}
	if diff == nil || !strings.HasPrefix(string(diff), "{") {
		return nil
	}
	return []Effect{{Type: "details", Details: diff}}
}

// warn tells the user once, where there is one to tell.
func (s *state) warn(text string) []Effect {
	if s.warned[text] {
		return nil
	}
	s.warned[text] = true
	return []Effect{notify("warning", text)}
}
