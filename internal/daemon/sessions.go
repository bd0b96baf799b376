package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/gortexhq/gortex/internal/atomicfile"
	"github.com/gortexhq/gortex/internal/hooks"
)

const (
	sessionsFile = "sessions.json"
	maxSessions  = 1024
	sessionTTL   = 24 * time.Hour
	saveAfter    = time.Second // a burst of calls is one write
)

// sessionStore keeps the postures' state in a file, so that a session which has
// consulted the graph is still unlocked after a restart of the daemon.
type sessionStore struct {
	state *hooks.Sessions
	path  string
	log   *slog.Logger
	dirty chan struct{} // holds one token while there is something to save
	saved []byte        // used by keep alone
}

// loadSessions reads the file. What cannot be read is begun anew: the state is worth
// one repeated denial, not a daemon that does not start.
func loadSessions(path string, log *slog.Logger) *sessionStore {
	s := &sessionStore{state: hooks.NewSessions(maxSessions, sessionTTL), path: path, log: log, dirty: make(chan struct{}, 1)}
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, s.state)
	}
	switch {
	case err == nil:
		s.saved = b
	case !errors.Is(err, fs.ErrNotExist):
		log.Warn("session state is begun anew", "file", path, "error", err)
		s.state = hooks.NewSessions(maxSessions, sessionTTL)
	}
	return s
}

// changed asks for a save some time soon. It never blocks.
func (s *sessionStore) changed() {
	select {
	case s.dirty <- struct{}{}:
	default:
	}
}

// keep saves what has changed until ctx ends, and then once more.
func (s *sessionStore) keep(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			s.save()
			return
		case <-s.dirty:
		}
		select {
		case <-ctx.Done():
		case <-time.After(saveAfter):
			s.save()
		}
	}
}

func (s *sessionStore) save() {
	b, err := json.Marshal(s.state)
	if err == nil && !bytes.Equal(b, s.saved) {
		if err = atomicfile.Write(s.path, atomicfile.Private, b); err == nil {
			s.saved = b
		}
	}
	if err != nil {
		s.log.Warn("session state is not saved", "file", s.path, "error", err)
	}
}
