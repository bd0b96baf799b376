package daemon

import (
	"runtime"
	"sync"
)

// spareProcessors are those that the runtime has beyond the ones that the engine fills.
// A goroutine at work gives its processor back after ten milliseconds; where one is free,
// a request is taken up at once, and the system, which lets who has slept go first, shares
// out the real ones.
const spareProcessors = 2

// takeProcessors makes room for requests, and returns how many workers the engine may have.
var takeProcessors = sync.OnceValue(func() (workers int) {
	workers = runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(workers + spareProcessors)
	return workers
})
