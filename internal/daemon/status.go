package daemon

import (
	"time"

	"github.com/gortexhq/gortex/internal/engine"
)

// status is the JSON form that `gortex status --json` prints and scripts read.
type status struct {
	Daemon       daemonStatus    `json:"daemon"`
	Repositories []engine.Status `json:"repositories"`
	Unwanted     []string        `json:"unwanted,omitempty"` // work trees that were untracked: no repository around them answers for them
	Sessions     []guest         `json:"sessions"`
}

type daemonStatus struct {
	Running  bool      `json:"running"`
	Version  string    `json:"version"`
	Protocol int       `json:"protocol"`
	PID      int       `json:"pid"`
	Started  time.Time `json:"started"`
	Socket   string    `json:"socket"`
	Sessions int       `json:"sessions"`           // open MCP sessions
	IdleExit string    `json:"idle_exit"`          // "30m0s"; "0s" is never
	Retiring string    `json:"retiring,omitempty"` // the newer version that is about: this daemon ends once its sessions have
	Restart  []string  `json:"restart,omitempty"`  // settings that were changed and that a daemon takes up as it starts only
	Problems []string  `json:"problems,omitempty"` // of its settings, as its file says them now
	Opening  bool      `json:"opening,omitempty"`
	Error    string    `json:"error,omitempty"` // why the engine did not open
}

// status waits for nothing: it has to answer while everything else is busy.
func (d *daemon) status() status {
	s := status{Repositories: []engine.Status{}, Sessions: d.guests.list()}
	s.Daemon = daemonStatus{
		Running: true, Version: d.hello.Version, Protocol: d.hello.Protocol, PID: d.hello.PID, Started: d.started,
		Socket: d.Dirs.Socket, Sessions: len(s.Sessions), IdleExit: d.Live.Now().Daemon.IdleExit.String(),
	}
	s.Daemon.Retiring = d.retirement.newer()
	s.Daemon.Restart = needRestart(&d.Config, d.Live.Now())
	for _, p := range d.Live.Problems() {
		s.Daemon.Problems = append(s.Daemon.Problems, p.String())
	}
	rooms, open := d.engine.now()
	switch {
	case open:
		for _, r := range rooms.engine.Repositories() {
			one := r.Status()
			if one.Languages == nil {
				one.Languages = map[string]int{}
			}
			s.Repositories = append(s.Repositories, one)
		}
		s.Unwanted = rooms.engine.Unwanted()
	case d.engine.failed() != nil:
		s.Daemon.Error = d.engine.failed().Error()
	default:
		s.Daemon.Opening = true
	}
	return s
}
