package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestWhoComesLateHearsAtOnceHowFarARunIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &run{done: make(chan struct{})}
		n.report("walk", 0, 0)
		var heard []Progress
		go func() {
			if err := n.wait(context.Background(), func(p Progress) { heard = append(heard, p) }); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		if diff := cmp.Diff([]Progress{{Phase: "walk"}}, heard); diff != "" {
			t.Error(diff)
		}
		n.finish(nil)
	})
}

func TestStepsThatFollowEachOtherCloselyWakeNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		n := &run{done: make(chan struct{})}
		var heard []Progress
		go func() {
			if err := n.wait(context.Background(), func(p Progress) { heard = append(heard, p) }); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		report := func(phase string, done int) {
			n.report(phase, done, 100)
			synctest.Wait()
		}
		report("extract", 0)
		for done := range 50 {
			report("extract", done)
		}
		time.Sleep(tellEvery)
		report("extract", 60)
		report("extract", 61)
		report("extract", 100)
		report("link", 0)
		want := []Progress{{"extract", 0, 100}, {"extract", 60, 100}, {"extract", 100, 100}, {"link", 0, 100}}
		if diff := cmp.Diff(want, heard); diff != "" {
			t.Error(diff)
		}
		n.finish(nil)
	})
}
