package keylock_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/keylock"
)

func TestLocksAreTakenInOrderAndGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var k keylock.Locks
		unlock, err := k.Lock(t.Context(), []string{"a", "b"})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := k.Lock(ctx, []string{"b", "c"}); err == nil {
			t.Error("b is held, and was given")
		}
		second := make(chan func())
		go func() {
			u, err := k.Lock(t.Context(), []string{"b"})
			if err != nil {
				t.Error(err)
			}
			second <- u
		}()
		synctest.Wait()
		unlock()
		(<-second)()
		if k.Held() != 0 {
			t.Errorf("%d are left", k.Held())
		}
	})
}
