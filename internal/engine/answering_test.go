package engine

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestWhoIndexesStandsBackForAnAnswerAndNotForOneThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		if standBack(); time.Since(start) != 0 {
			t.Errorf("it waited for %s, and nobody for an answer", time.Since(start))
		}
		first, second := Answering(), Answering()
		time.AfterFunc(2*nap, first)
		time.AfterFunc(3*nap, second)
		if standBack(); time.Since(start) < 3*nap || time.Since(start) > 4*nap {
			t.Errorf("it waited for %s, the answers took %s", time.Since(start), 3*nap)
		}
		start = time.Now()
		hangs := Answering()
		defer hangs()
		if standBack(); time.Since(start) != naps*nap {
			t.Errorf("it waited for %s, want %s", time.Since(start), naps*nap)
		}
	})
}
