package engine

import (
	"os"
	"runtime"
	"sync"
)

// spares are processors that the runtime gets beyond those that indexing fills, for as
// long as it does. A goroutine at work gives its processor back after ten milliseconds;
// where one is free, a request is taken up at once, and the system, which lets who has
// slept go first, shares out the real ones. At rest they would only look for work.
var spares processors

const spareProcessors = 2

type processors struct {
	mu    sync.Mutex // guards what follows
	users int
	were  int
}

// take makes room until give is called.
func (p *processors) take() (give func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users++; p.users == 1 {
		p.were = runtime.GOMAXPROCS(0)
		runtime.GOMAXPROCS(p.were + spareProcessors)
		room.give()
	}
	return p.give
}

func (p *processors) give() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users--; p.users > 0 {
		return
	}
	room.take()
	if os.Getenv("GOMAXPROCS") != "" {
		runtime.GOMAXPROCS(p.were)
		return
	}
	runtime.SetDefaultGOMAXPROCS() // which follows the cgroup again
}
