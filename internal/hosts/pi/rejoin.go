package pi

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// follow looks after the connection until ctx ends: when the daemon goes away, for a
// crash or for another version, it joins the one that comes, so that a list of tools
// that has changed is announced before the next call. It starts none: who stopped the
// daemon wanted that; the next call starts one. The first connection too is made by who
// needs it.
func (u *upstream) follow(ctx context.Context) {
	select {
	case <-u.first:
	case <-ctx.Done():
		return
	}
	for failed := 0; ; {
		c := u.now()
		pause := backoff(max(failed, 1))
		if c != nil {
			select {
			case <-c.Conn().Done():
				failed = 0
			case <-ctx.Done():
				return
			}
			pause = firstBackoff
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		if failed++; u.rejoined(ctx) {
			failed = 0
		}
	}
}

func (u *upstream) now() *mcp.Client {
	u.slot <- struct{}{}
	defer func() { <-u.slot }()
	if u.current != nil && gone(u.current) {
		return nil
	}
	return u.current
}

// rejoined says whether there is a connection again.
func (u *upstream) rejoined(ctx context.Context) bool {
	select {
	case u.slot <- struct{}{}:
		defer func() { <-u.slot }()
	case <-ctx.Done():
		return false
	}
	if u.closed || u.rejoin == nil {
		return false
	}
	if u.current != nil && !gone(u.current) {
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	c, err := u.rejoin(ctx, u.changed)
	if err != nil {
		return false
	}
	if u.current != nil {
		u.current.Close()
	}
	u.take(ctx, c)
	return true
}

// promotions are the deferred tools that this session has been given. A daemon that
// comes anew does not know of them. The zero value is ready for use.
type promotions struct {
	mu    sync.Mutex // guards names
	names []string
}

// note learns from the answer of tools_search.
func (p *promotions) note(tool string, result json.RawMessage) {
	if tool != searchTool {
		return
	}
	var r struct {
		Structured struct {
			Tools []struct {
				Name string `json:"name"`
			} `json:"tools"`
			Withdrawn []string `json:"withdrawn"`
		} `json:"structuredContent"`
	}
	if json.Unmarshal(result, &r) != nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, t := range r.Structured.Tools {
		if !slices.Contains(p.names, t.Name) {
			p.names = append(p.names, t.Name)
		}
	}
	p.names = slices.DeleteFunc(p.names, func(name string) bool { return slices.Contains(r.Structured.Withdrawn, name) })
}

// again asks a new daemon for what the session had, and says whether there was any.
func (p *promotions) again(ctx context.Context, c *mcp.Client) bool {
	p.mu.Lock()
	names := slices.Clone(p.names)
	p.mu.Unlock()
	if len(names) == 0 {
		return false
	}
	arguments, err := json.Marshal(map[string]any{"query": "select:" + strings.Join(names, ","), "limit": len(names)})
	if err != nil {
		return false
	}
	_, err = c.CallTool(ctx, searchTool, arguments, nil) // a daemon without that tool lists what it has
	return err == nil
}
