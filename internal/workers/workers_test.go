package workers_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"github.com/gortexhq/gortex/internal/workers"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEachFunctionRunsOnceAndWaitLeavesNoGoroutine(t *testing.T) {
	var g workers.Group
	for round := range 3 { // a group may be used again
		var ran atomic.Int32
		var senders sync.WaitGroup
		for range 8 {
			senders.Go(func() {
				for range 100 {
					g.Go(func() { ran.Add(1) })
				}
			})
		}
		senders.Wait()
		g.Wait()
		if n := ran.Load(); n != 800 {
			t.Fatalf("round %d: %d of 800 functions ran", round, n)
		}
		goleak.VerifyNone(t)
	}
}

func TestFunctionsThatWaitForEachOtherAllRun(t *testing.T) {
	var g workers.Group
	const n = 50
	var all sync.WaitGroup
	all.Add(n)
	for range n {
		g.Go(func() {
			all.Done()
			all.Wait()
		})
	}
	g.Wait()
}

// BenchmarkGo is a function with a deep stack, on a goroutine that is there and on a fresh one.
func BenchmarkGo(b *testing.B) {
	done := make(chan int)
	b.Run("kept", func(b *testing.B) {
		var g workers.Group
		defer g.Wait()
		for b.Loop() {
			g.Go(func() { done <- deep(100) })
			<-done
		}
	})
	b.Run("fresh", func(b *testing.B) {
		for b.Loop() {
			go func() { done <- deep(100) }()
			<-done
		}
	})
}

//go:noinline
func deep(n int) int {
	var room [128]byte
	if n == 0 {
		return int(room[n])
	}
	return deep(n-1) + int(room[n])
}
