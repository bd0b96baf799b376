package engine

import (
	"sync/atomic"
	"time"
)

// answers is how many answers somebody waits for at this moment that take less than a
// slice of the scheduler: a processor that a worker has is given to nobody else before
// that slice, of up to four milliseconds, is over.
var answers atomic.Int32

// Answering has those that index stand back, between two files, until
// done is called.
func Answering() (done func()) {
	answers.Add(1)
	return answered
}

func answered() { answers.Add(-1) }

const (
	nap  = 50 * time.Microsecond
	naps = 20 // an answer that hangs does not hold up more than that a file
)

// standBack returns when nobody waits for an answer.
func standBack() {
	for range naps {
		if answers.Load() == 0 {
			return
		}
		time.Sleep(nap)
	}
}
