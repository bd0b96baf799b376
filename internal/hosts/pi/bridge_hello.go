package pi

import (
	"os"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/version"
)

func (b *bridge) onHello(m mcp.Message) {
	var h Hello
	if !b.decode(m, &h) {
		return
	}
	b.mu.Lock()
	if h.CWD != "" {
		b.opts.CWD = h.CWD
	}
	b.configure(h.AgentDir, h.Trusted)
	b.frames.Limit(int(b.settings.Limits.FrameBytes))
	b.readied = make(chan struct{}) // a second hello begins anew; who waits on the first one's tools waits to its cap
	effects := b.state.greet(h, b.preferences(), b.tools(b.settings.Tools.Preset))
	ready := b.state.channel == own // the effects of this very answer register them
	link, up, isOwn := b.link, b.upstream, ready
	b.mu.Unlock()
	b.answer(m.ID, helloAnswer{Protocol: version.BridgeProtocol, Version: version.Version, Effects: noNil(effects), Ready: ready})
	b.work.Go(func() { // a daemon that has to start does so while Pi does
		b.meet(link)
		if isOwn {
			b.relist(up)
		}
	})
}

// meet connects to the daemon, and has the user told of one that does not fit.
func (b *bridge) meet(l *link) {
	var hello client.Hello
	d, err := l.get(b.life)
	if err == nil {
		hello = d.Daemon()
	} else {
		b.opts.Log.Debug("no daemon yet", "err", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if effects := b.state.met(hello, err); len(effects) > 0 {
		b.notify("effects", effectsAnswer{effects})
	}
}

func (b *bridge) preferences() preferences {
	s := b.settings
	p := preferences{nativeMCP: s.NativeMCP, hook: s.Hook.Enabled, brief: s.Brief.Enabled, posture: s.posture(), problems: s.problems}
	configured := s.Bin != "" && s.chosen("bin") && s.Origin["bin"] != "GORTEX_BIN" // that one the extension has seen
	if !configured && !s.chosen("timeouts.call") && !s.projectsShim {
		return p
	}
	command := s.Bin
	if command == "" {
		if command = b.opts.Bin; command == "" {
			command, _ = os.Executable()
		}
	}
	if command != "" {
		p.server = registration(command)
		p.server.Timeout = int(s.Timeouts.Call / time.Second)
		if s.projectsShim {
			p.server.Args = append(p.server.Args, "--trusted")
		}
	}
	return p
}
