package daemon

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gortexhq/gortex/internal/config"
)

// projectFile is where a repository's own settings stand. To read it again is to walk the
// repository again, by whatever its limits are by then.
const projectFile = ".gortex.toml"

// settings take up a changed file. What a request needs it asks Options.Live for at that
// moment; here is what a change sets going.
type settings struct {
	walk chan struct{} // holds one token while the repositories are to be walked again
	mu   sync.Mutex    // held while a change is taken up, so that changes have an order

	looked atomic.Int64 // when, in Unix nanoseconds
}

// hooksLook is how often decisions look for changes: to read the files costs as much as
// what they decide.
const hooksLook = time.Second

// due says that nobody has looked for a while.
func (s *settings) due(now time.Time) bool {
	return now.UnixNano()-s.looked.Load() > int64(hooksLook)
}

// takeUpSettings looks whether the settings have changed. It is called at every connection
// and control request, so that who has changed them and asks sees the change, and every
// now and then for sessions that stay.
func (d *daemon) takeUpSettings() {
	d.settings.mu.Lock()
	defer d.settings.mu.Unlock()
	d.settings.looked.Store(time.Now().UnixNano())
	was := d.Live.Now()
	if !d.Live.Look() {
		return
	}
	for _, p := range d.Live.Problems() {
		d.Log.Warn("a setting does not count", "problem", p.String())
	}
	now := d.Live.Now()
	changed := changedKeys(was, now)
	if len(changed) == 0 {
		return
	}
	d.Log.Info("settings changed", "keys", changed, "restart", needRestart(&d.Config, now))
	d.idle.set(now.Daemon.IdleExit)
	if slices.Contains(changed, "index.max_file_bytes") || slices.Contains(changed, "index.exclude") {
		select {
		case d.settings.walk <- struct{}{}:
		default:
		}
	}
}

// walkAgain brings every repository up to date with what bounds its index, whenever that
// has changed, until ctx ends.
func (d *daemon) walkAgain(ctx context.Context) {
	rooms, err := d.engine.wait(ctx)
	if err != nil {
		return // there is nothing to bring up to date
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.settings.walk:
		}
		for _, r := range rooms.engine.Repositories() {
			if err := r.Refresh(ctx, projectFile); err != nil && ctx.Err() == nil {
				d.Log.Warn("changed settings did not reach an index", "root", r.Root(), "error", err)
			}
		}
	}
}

// changedKeys are the settings that differ.
func changedKeys(was, now *config.Config) (keys []string) {
	before := was.Values()
	for i, v := range now.Values() {
		if v.Value != before[i].Value {
			keys = append(keys, v.Key)
		}
	}
	return keys
}

// needRestart names the settings that a daemon takes up as it starts only: where its socket is.
func needRestart(start, now *config.Config) []string {
	if start.Daemon.Socket != now.Daemon.Socket {
		return []string{"daemon.socket"}
	}
	return nil
}
