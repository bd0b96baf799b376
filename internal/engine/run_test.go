package engine

import (
	"context"
	"testing"
	"testing/synctest"

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
