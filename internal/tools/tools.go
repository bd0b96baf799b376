// Package tools is the handlers of the MCP tools: they ask the engine and the
// editor, and render the answer twice, as text for a model and as structured facts
// for scripts. Definitions live in catalog; nothing here knows a host or a transport.
//
// A call goes through the same stations whatever the tool: arguments are read and
// what is plainly meant is coerced (arguments.go), the repositories in scope are
// opened and brought up to date (scope.go, fresh.go), the handler collects facts into
// an answer (answer.go), and that is rendered within a budget (render.go).
package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	words "github.com/gortexhq/gortex/internal/engine/search"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// Options of a Catalogue.
type Options struct {
	Engine *engine.Engine
	Editor *edit.Editor
}

// Catalogue has the handlers; one per daemon. Safe for use from several goroutines.
type Catalogue struct {
	engine *engine.Engine
	editor *edit.Editor

	lexicon words.Lexicon // the words of the files that questions were about
}

// New returns the tools over an engine and an editor, which stay their owner's.
func New(o Options) *Catalogue { return &Catalogue{engine: o.Engine, editor: o.Editor} }

// SessionOptions say who is asking, and from where.
type SessionOptions struct {
	CWD       string
	Client    string // clientInfo.name, or the agent named by the shim
	Preset    string
	OnChanged func() // the session's list of tools changed: called before the answer that names the change
}

// Session is one client's view. It is an mcp.Session, safe for use from several goroutines.
type Session struct {
	catalogue *Catalogue
	cwd       string // symlinks resolved
	compact   bool
	textOnly  bool // its answers have no structured form
	preset    string
	onChanged func()

	mu       sync.Mutex // guards promoted
	promoted []string
}

// Session opens a client's view.
func (c *Catalogue) Session(o SessionOptions) *Session {
	cwd := filepath.Clean(o.CWD)
	if real, err := filepath.EvalSymlinks(cwd); err == nil {
		cwd = real
	}
	return &Session{catalogue: c, cwd: cwd, compact: catalog.CompactFor(o.Client), textOnly: catalog.TextOnly(o.Client), preset: o.Preset, onChanged: o.OnChanged}
}

// Tools are the eager ones of the preset and what the session has had promoted.
func (s *Session) Tools() []mcp.Tool {
	all := catalog.Tools(s.preset)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, tool := range catalog.Deferred(s.preset) {
		if slices.Contains(s.promoted, tool.Name) {
			all = append(all, tool)
		}
	}
	if s.textOnly {
		for i := range all {
			all[i].OutputSchema = nil // which promises a structured form
		}
	}
	return all
}

// relist makes deferred tools callable, puts others away, and says so, once, when that
// changes the list.
func (s *Session) relist(promote, withdraw []string) {
	changed := false
	s.mu.Lock()
	for _, name := range promote {
		if !slices.Contains(s.promoted, name) && !catalog.Shows(s.preset, name) && catalog.Has(s.preset, name) {
			s.promoted = append(s.promoted, name)
			changed = true
		}
	}
	for _, name := range withdraw {
		if i := slices.Index(s.promoted, name); i >= 0 {
			s.promoted = slices.Delete(s.promoted, i, i+1)
			changed = true
		}
	}
	s.mu.Unlock()
	if changed && s.onChanged != nil {
		s.onChanged()
	}
}

// handler answers one tool's call.
type handler func(context.Context, *call) (*answer, error)

var handlers = map[string]handler{
	"explore": explore, "search": search, "read": read, "relations": relations,
	"change": change, "edit": editFiles, "workspace": workspace, "tools_search": searchTools,
	"trace": trace, "analyze": analyze, "history": history, "refactor": refactor, "workspace_admin": administer,
}

// outside are the tools that need no repository in scope.
var outside = []string{"workspace", "tools_search", "workspace_admin"}

// Call runs a tool. What the model can mend is a result with IsError; the error is
// only for a tool that this session does not have, or a context that ended.
func (s *Session) Call(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
	result, err := s.answer(ctx, name, arguments)
	if result != nil && s.textOnly {
		result.StructuredContent = nil
	}
	return result, err
}

func (s *Session) answer(ctx context.Context, name string, arguments json.RawMessage) (*mcp.ToolResult, error) {
	handle, built := handlers[name]
	if !built || !s.shows(name) {
		return nil, s.unknown(name)
	}
	args, err := parseArguments(name, arguments)
	if err != nil {
		return refused(err, s.asJSON(args))
	}
	c := &call{session: s, tool: name, args: args}
	a, err := c.fresh(ctx, handle)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return refused(err, s.asJSON(args))
	}
	s.relist(a.promote, a.withdraw)
	return a.result(rendering{json: s.asJSON(args), budget: args.budget()}), nil
}

// shows: what is hidden can't be called either.
func (s *Session) shows(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return catalog.Shows(s.preset, name) || slices.Contains(s.promoted, name)
}

// unknown is the protocol's error for a tool that this session does not have.
func (s *Session) unknown(name string) error {
	text := fmt.Sprintf("no tool is named %q here; the tools are %s", name, strings.Join(s.names(), ", "))
	if _, built := handlers[name]; built && catalog.Has(s.preset, name) {
		text = fmt.Sprintf(`%s is not listed yet: call tools_search {"query": %q} first, then it is callable`, name, name)
	}
	return &mcp.Error{Code: mcp.CodeInvalidParams, Message: text}
}

func (s *Session) names() []string {
	var all []string
	for _, tool := range s.Tools() {
		all = append(all, tool.Name)
	}
	return all
}

// asJSON says whether the text of an answer is JSON: what the call asks for, else what the client reads.
func (s *Session) asJSON(args arguments) bool {
	if format := args.text("format"); format != "" {
		return format == "json"
	}
	return !s.compact
}

// call is one call on its way through the stations.
type call struct {
	session *Session
	tool    string
	args    arguments
	scope   *scope
}

func (c *call) engine() *engine.Engine { return c.session.catalogue.engine }

// refused renders an error for the model. Refusals and the editor's own are written
// for it; other errors are the machine's and are handed on as they are.
func refused(err error, asJSON bool) (*mcp.ToolResult, error) {
	if r, ok := errors.AsType[*refusal](err); ok {
		return r.result(asJSON), nil
	}
	if r, ok := errors.AsType[*edit.Refusal](err); ok {
		return (&refusal{text: r.Text, path: r.Path, current: r.Current}).result(asJSON), nil
	}
	return refusef("%v", err).result(asJSON), nil
}
