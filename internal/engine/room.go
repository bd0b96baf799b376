package engine

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// room lets the heap grow to leastHeap before it is collected, for as long as somebody
// indexes. A heap of some megabytes is collected dozens of times otherwise, each time with
// all that was extracted so far: a sixth of a small repository's index. Where half of
// leastHeap is in use all is as ever, so that a large one needs no more memory.
var room heapRoom

const leastHeap = 32 << 20

type heapRoom struct {
	mu      sync.Mutex // guards what follows
	given   bool
	percent int // in force
	before  int
}

// collectedAt returns the percentage at which a heap of which live bytes are in use is
// collected next: not below leastHeap, and once it has doubled at the latest beyond.
func collectedAt(live uint64) int {
	live = max(live, 4<<20) // what the runtime reckons with at least
	return max(100, int(leastHeap*100/live)-100)
}

// give begins; what the environment says goes first.
func (r *heapRoom) give() {
	if os.Getenv("GOGC") != "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.given, r.percent = true, collectedAt(live())
	r.before = debug.SetGCPercent(r.percent)
	r.follow()
}

// follow has the percentage set anew after the next collection. r.mu is held.
func (r *heapRoom) follow() {
	runtime.AddCleanup(&struct{ r *heapRoom }{r}, func(r *heapRoom) { r.collected() }, r)
}

func (r *heapRoom) collected() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.given {
		return
	}
	if want := collectedAt(live()); want != r.percent {
		r.percent = want
		debug.SetGCPercent(want)
	}
	r.follow()
}

func (r *heapRoom) take() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.given {
		r.given = false
		debug.SetGCPercent(r.before)
	}
}

// live returns the bytes that the last collection found in use.
func live() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		return leastHeap
	}
	return s[0].Value.Uint64()
}
