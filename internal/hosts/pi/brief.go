package pi

import (
	"context"
	"errors"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// brief asks the daemon for the session's opening message, and writes the one that can
// be written without it where it does not answer.
func brief(ctx context.Context, l *link, r client.BriefRequest) (b client.Briefing, down bool) {
	d, err := l.get(ctx)
	if err == nil {
		b, err = d.Brief(ctx, r)
	}
	if err != nil {
		return client.Briefing{Text: withoutDaemon(err, r).Text()}, true
	}
	b.Text = withSkew(b.Text, belowFloor(d.Daemon().Version))
	return b, false
}

// withoutDaemon is what can be said where the daemon gave no briefing. A daemon that
// does not answer in time is busy, not broken: a model that reads "broken" stops trying.
func withoutDaemon(err error, r client.BriefRequest) hooks.Briefing {
	posture, _ := hooks.ParsePosture(r.Posture)
	b := hooks.Briefing{Daemon: hooks.DaemonUnreachable, Place: hooks.PlaceNotCovered, Root: r.CWD, Posture: posture, Tools: r.Tools}
	answered, isAnswer := errors.AsType[*mcp.Error](err)
	switch {
	case isAnswer:
		b.Daemon, b.Error = hooks.DaemonErrored, answered.Message
	case errors.Is(err, client.ErrSkew):
		b.Daemon, b.Error = hooks.DaemonErrored, err.Error()
	case errors.Is(err, context.DeadlineExceeded):
		b.Daemon, b.Place = hooks.DaemonBusy, hooks.PlaceUnknown
	}
	return b
}

// Brief returns the briefing of a Pi session in o.CWD, as a session on a Pi with MCP
// support would read it. It starts no daemon.
func Brief(ctx context.Context, o Options) (string, error) {
	o = o.filled()
	s := o.load("", false)
	opts, err := o.daemon(s, false)
	if err != nil {
		return "", err
	}
	request := client.BriefRequest{CWD: o.CWD, Posture: s.posture(), Tools: spelled(names(catalog.Tools(s.Tools.Preset)), nativeName)}
	ctx, cancel := context.WithTimeout(ctx, briefTimeout)
	defer cancel()
	once := newLink(ctx, func(ctx context.Context) (daemon, error) {
		c, err := client.Dial(ctx, opts)
		if err != nil {
			return nil, err
		}
		return c, nil
	})
	defer once.close()
	b, _ := brief(ctx, once, request)
	return b.Text, nil
}
