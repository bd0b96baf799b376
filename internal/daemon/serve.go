package daemon

import (
	"context"
	"fmt"
	"net"
	"sort"
	"sync"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
	"github.com/gortexhq/gortex/internal/daemon/client/peer"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/mcp"
)

// serve is the life of one connection.
func (d *daemon) serve(ctx context.Context, conn net.Conn) {
	defer conn.Close()
	if err := peer.Check(conn, d.user); err != nil {
		d.Log.Warn("connection refused", "error", err)
		return
	}
	if !d.idle.enter() {
		return
	}
	defer d.idle.leave()
	d.takeUpSettings()
	stream, who, err := handshake.Accept(ctx, conn, d.hello)
	if err != nil {
		d.Log.Debug("connection without hello", "error", err)
		return
	}
	d.retirement.heard(who.Version, d.hello.Version)
	defer d.retireWhenDone()
	handler := d.control
	var atOnce func(method string) bool
	switch {
	case who.Protocol != d.hello.Protocol:
		handler = d.skewed(who)
	case who.Kind == handshake.MCP:
		guest := d.guests.add(who)
		defer d.guests.remove(guest)
		log := d.Log.With("session", guest.number)
		log.Info("session opened", "agent", who.Agent, "cwd", who.CWD, "pid", who.PID)
		defer log.Info("session closed")
		handler = d.session(guest).Handle
	default:
		var here thread // that reads, and decides
		defer here.keep(false)
		atOnce = func(method string) bool {
			if !decides(method) {
				return false
			}
			here.decides(engine.Busy(), time.Now())
			return true
		}
	}
	c := mcp.NewConn(stream, mcp.ConnOptions{Handler: handler, AtOnce: atOnce, MaxFrameBytes: int(d.Live.Now().Limits.FrameBytes), Log: d.Log})
	if err := c.Serve(ctx); err != nil && ctx.Err() == nil {
		d.Log.Debug("connection ended", "kind", who.Kind, "pid", who.PID, "error", err)
	}
}

// decides says that a method is the hook's: a decision takes less than to wake a
// goroutine that makes it, and is bounded. A disk that does not answer holds up the
// decisions of one host, which waits for none of them longer than it is worth.
func decides(method string) bool { return method == client.MethodHook }

// skewed serves a client of another protocol: it may look, and end this daemon.
func (d *daemon) skewed(who handshake.Params) mcp.HandlerFunc {
	return func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		if handshake.Stable(req.Method) {
			return d.control(ctx, c, req)
		}
		return nil, fmt.Errorf("the daemon speaks protocol %d, gortex %s speaks %d; run gortex daemon restart", d.hello.Protocol, who.Version, who.Protocol)
	}
}

// guest is one MCP session as status shows it.
type guest struct {
	Agent  string    `json:"agent"`
	CWD    string    `json:"cwd"`
	PID    int       `json:"pid"`
	Since  time.Time `json:"since"`
	number int
	preset string
}

// guests are the MCP sessions that are open. The zero value is ready for use.
type guests struct {
	mu   sync.Mutex // guards what is below, and the fields of each guest
	last int
	open map[*guest]struct{}
}

func (g *guests) add(who handshake.Params) *guest {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = map[*guest]struct{}{}
	}
	g.last++
	one := &guest{Agent: who.Agent, CWD: who.CWD, PID: who.PID, Since: time.Now(), number: g.last, preset: who.Preset}
	g.open[one] = struct{}{}
	return one
}

func (g *guests) remove(one *guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, one)
}

// name gives a guest the name that its client has told, where it has come without one.
func (g *guests) name(one *guest, client string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if one.Agent == "" {
		one.Agent = client
	}
	return one.Agent
}

// list returns copies, by age.
func (g *guests) list() []guest {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := []guest{}
	for one := range g.open {
		all = append(all, *one)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].number < all[j].number })
	return all
}
