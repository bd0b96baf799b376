package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	gojson "github.com/goccy/go-json"
)

// Session is what a Server needs of whoever has the tools; one per connection.
type Session interface {
	Tools() []Tool // what tools/list shows right now
	Call(ctx context.Context, name string, arguments json.RawMessage) (*ToolResult, error)
}

// ServerOptions describe a server. Open is called once, at initialize; when it
// fails, the client may try again.
type ServerOptions struct {
	Info         Implementation
	Instructions string
	Log          *slog.Logger // may be nil
	Open         func(ctx context.Context, client Implementation, capabilities json.RawMessage) (Session, error)
}

// Server is the MCP methods of one connection: initialize, ping, tools/list (one
// page), tools/call, and CodeMethodNotFound for the rest, at once, because that
// is what makes newer clients fall back to initialize.
type Server struct {
	opts ServerOptions

	mu      sync.Mutex // guards what follows
	opening bool
	session Session
}

// NewServer returns the server of one connection; its Handle is a HandlerFunc.
func NewServer(opts ServerOptions) *Server { return &Server{opts: opts} }

var serverCapabilities = json.RawMessage(`{"tools":{"listChanged":true}}`)

// Handle answers one request of the client.
func (s *Server) Handle(ctx context.Context, _ *Conn, req *Request) (any, error) {
	switch {
	case req.Notification:
		return nil, nil // initialized, roots/list_changed and the like: nothing follows from them
	case req.Method == methodInitialize:
		return s.initialize(ctx, req.Params)
	case req.Method == methodPing:
		return nil, nil
	case req.Method == methodListTools:
		return s.listTools(req.Params)
	case req.Method == methodCallTool:
		return s.callTool(ctx, req.Params)
	}
	return nil, methodNotFound(req.Method)
}

func (s *Server) initialize(ctx context.Context, params json.RawMessage) (any, error) {
	var p struct {
		Version      string          `json:"protocolVersion"`
		Capabilities json.RawMessage `json:"capabilities"`
		Client       Implementation  `json:"clientInfo"`
	}
	if err := gojson.Unmarshal(params, &p); err != nil {
		return nil, invalidParams(`send {"protocolVersion": %q, "capabilities": {}, "clientInfo": {"name": "…", "version": "…"}}`, Versions[0])
	}
	if err := s.open(ctx, p.Client, p.Capabilities); err != nil {
		return nil, err
	}
	return InitializeResult{
		ProtocolVersion: negotiate(p.Version),
		Capabilities:    serverCapabilities,
		ServerInfo:      s.opts.Info,
		Instructions:    s.opts.Instructions,
	}, nil
}

// negotiate takes the client's version where it is spoken; else the newest is offered.
func negotiate(version string) string {
	if slices.Contains(Versions, version) {
		return version
	}
	return Versions[0]
}

func (s *Server) open(ctx context.Context, client Implementation, capabilities json.RawMessage) error {
	s.mu.Lock()
	if s.opening || s.session != nil {
		s.mu.Unlock()
		return &Error{Code: CodeInvalidRequest, Message: "initialized already: one handshake a connection"}
	}
	s.opening = true
	s.mu.Unlock()

	var session Session
	defer func() { // also when Open panics
		s.mu.Lock()
		s.opening, s.session = false, session
		s.mu.Unlock()
	}()
	var err error
	session, err = s.opts.Open(ctx, client, capabilities)
	return err
}

func (s *Server) opened() (Session, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session == nil {
		return nil, &Error{Code: CodeInvalidRequest, Message: "not initialized yet: send initialize first"}
	}
	return s.session, nil
}

func (s *Server) listTools(params json.RawMessage) (any, error) {
	session, err := s.opened()
	if err != nil {
		return nil, err
	}
	var p struct {
		Cursor string `json:"cursor"`
	}
	if len(params) > 0 && gojson.Unmarshal(params, &p) != nil || p.Cursor != "" {
		return nil, invalidParams("no such cursor: the list is one page")
	}
	return toolList(session.Tools()), nil
}

func (s *Server) callTool(ctx context.Context, params json.RawMessage) (any, error) {
	session, err := s.opened()
	if err != nil {
		return nil, err
	}
	var p struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if gojson.Unmarshal(params, &p) != nil || p.Name == "" {
		return nil, invalidParams(`send {"name": "…", "arguments": {…}}`)
	}
	if len(p.Arguments) == 0 || string(p.Arguments) == "null" {
		p.Arguments = json.RawMessage("{}")
	}
	result, err := s.guarded(ctx, session, p.Name, p.Arguments)
	return toolAnswer(result, err)
}

// guarded makes a panic in a tool an error result: the model reads it, and may go on
// with something else.
func (s *Server) guarded(ctx context.Context, session Session, name string, arguments json.RawMessage) (result *ToolResult, err error) {
	defer func() {
		if v := recover(); v != nil {
			if s.opts.Log != nil {
				s.opts.Log.Error("panic in a tool", "tool", name, "panic", v, "stack", string(debug.Stack()))
			}
			result, err = ErrorResult(fmt.Sprintf("%s: internal error: %v. Other tools and other arguments work; this is a fault of gortex", name, v)), nil
		}
	}()
	return session.Call(ctx, name, arguments)
}

// toolAnswer: what went wrong in a tool is for the model to read; a *Error is
// the protocol's, for instance an unknown tool.
func toolAnswer(result *ToolResult, err error) (any, error) {
	if _, protocol := errors.AsType[*Error](err); protocol {
		return nil, err
	}
	if err != nil {
		return ErrorResult(err.Error()), nil
	}
	return result, nil
}

func invalidParams(format string, args ...any) *Error {
	text := format
	if strings.Contains(format, "%") {
		text = fmt.Sprintf(format, args...)
	}
	return &Error{Code: CodeInvalidParams, Message: text}
}

// ToolsChanged sends notifications/tools/list_changed on c. Frames keep their
// order: sent within a tools/call, the client reads it before the answer.
func ToolsChanged(ctx context.Context, c *Conn) error {
	return c.Notify(ctx, methodToolsChanged, nil)
}
