package watch

import (
	"slices"
	"time"
)

// maxPaths is where naming the paths costs its reader more than looking at everything.
const maxPaths = 20_000

// coalesce gathers changes into batches: one goes out after quiet without
// changes, or max after its first. A reader that is slow gets one larger batch.
// It returns when stop is closed.
func coalesce(in <-chan change, out chan<- Batch, stop <-chan struct{}, quiet, max time.Duration) {
	var p pending
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	defer timer.Stop()
	for {
		var ready chan<- Batch
		var batch Batch
		if p.due {
			ready, batch = out, p.batch()
		}
		select {
		case <-stop:
			return
		case c := <-in:
			now := time.Now()
			if p.empty() {
				p.latest = now.Add(max)
			}
			p.add(c)
			if !p.due {
				timer.Reset(min(quiet, p.latest.Sub(now)))
			}
		case <-timer.C:
			p.due = true
		case ready <- batch:
			p = pending{}
		}
	}
}

// pending is the batch in the making.
type pending struct {
	paths  map[string]bool
	all    bool
	due    bool      // to be sent as soon as the reader takes it
	latest time.Time // when it is due at the latest
	sorted []string  // paths, once asked for
}

func (p *pending) empty() bool { return len(p.paths) == 0 && !p.all }

func (p *pending) add(c change) {
	switch {
	case p.all:
	case c.all || len(p.paths) >= maxPaths:
		p.all, p.paths = true, nil
	case !p.paths[c.path]:
		if p.paths == nil {
			p.paths = map[string]bool{}
		}
		p.paths[c.path] = true
		p.sorted = nil
	}
}

func (p *pending) batch() Batch {
	if p.all {
		return Batch{All: true}
	}
	if p.sorted == nil {
		for path := range p.paths {
			p.sorted = append(p.sorted, path)
		}
		slices.Sort(p.sorted)
	}
	return Batch{Paths: p.sorted}
}
