package daemon

import (
	"context"
	"encoding/json"
	"path/filepath"
	"sync/atomic"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools"
	"github.com/gortexhq/gortex/internal/version"
)

// session is the MCP server of one connection.
type session struct {
	*mcp.Server
	conn atomic.Pointer[mcp.Conn] // set by the first request
}

// Handle notes the connection: what changes the list of tools has to be said on it.
func (s *session) Handle(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
	s.conn.Store(c)
	return s.Server.Handle(ctx, c, req)
}

func (d *daemon) session(who *guest) *session {
	s := &session{}
	s.Server = mcp.NewServer(mcp.ServerOptions{
		Info: mcp.Implementation{Name: "gortex", Title: "Gortex", Version: version.Version},
		Log:  d.Log,
		Open: func(ctx context.Context, peer mcp.Implementation, _ json.RawMessage) (mcp.Session, error) {
			rooms, err := d.engine.wait(ctx)
			if err != nil {
				return nil, err
			}
			rooms.engine.Follow(who.CWD)
			preset := who.preset
			if preset == "" {
				preset = d.Live.Now().Tools.Preset
			}
			return rooms.catalogue.Session(tools.SessionOptions{CWD: who.CWD, Client: d.guests.name(who, peer.Name), Preset: preset, OnChanged: s.changed}), nil
		},
	})
	return s
}

// changed says that the list of tools is another. The answer that names the change
// comes after it on the same connection; a connection that has ended needs no word.
func (s *session) changed() {
	if c := s.conn.Load(); c != nil {
		_ = mcp.ToolsChanged(context.Background(), c)
	}
}

// workspace is the engine as the editor's guards see it.
type workspace struct{ engine *engine.Engine }

var _ edit.Workspace = workspace{}

func (w workspace) Root(file string) string {
	if r := w.engine.Find(file); r != nil {
		return r.Root()
	}
	return ""
}

func (w workspace) Ignored(file string) bool {
	r := w.engine.Find(file)
	return r == nil || r.Ignored(relative(r.Root(), file))
}

// Written brings the index up to date before the edit is answered.
func (w workspace) Written(ctx context.Context, files []string) error {
	byRepo := map[*engine.Repository][]string{}
	for _, f := range files {
		if r := w.engine.Find(f); r != nil {
			byRepo[r] = append(byRepo[r], relative(r.Root(), f))
		}
	}
	for r, paths := range byRepo {
		if err := r.Refresh(ctx, paths...); err != nil {
			return err
		}
	}
	return nil
}

// relative is a path as the engine names it: relative to root, with slashes.
func relative(root, file string) string {
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(rel)
}
