package engine

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
)

// spares are processors that the runtime gets beyond those that indexing fills, for as
// long as it does. A goroutine at work gives its processor back after ten milliseconds;
// where one is free, a request is taken up at once, and the system, which lets who has
// slept go first, shares out the real ones. At rest they would only look for work.
var spares processors

const spareProcessors = 2

type processors struct {
	users atomic.Int32 // changed under mu

	mu   sync.Mutex // guards what follows
	were int
}

// Busy says whether somebody indexes a whole repository, for whichever engine of the process.
func Busy() bool { return spares.users.Load() > 0 }

// take makes room until give is called.
func (p *processors) take() (give func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users.Add(1) == 1 {
		p.were = runtime.GOMAXPROCS(0)
		runtime.GOMAXPROCS(p.were + spareProcessors)
		room.give()
	}
	return p.give
}

func (p *processors) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users.Add(-1) > 0 {
		return
	}
	room.take()
	if os.Getenv("GOMAXPROCS") != "" {
		runtime.GOMAXPROCS(p.were)
		return
	}
	runtime.SetDefaultGOMAXPROCS() // which follows the cgroup again
}
