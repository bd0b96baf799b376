package daemon

import (
	"testing"
	"time"
)

func TestAThreadIsKeptWhileSomebodyIndexesAndALittleLonger(t *testing.T) {
	var here thread
	defer here.keep(false)
	now := time.Unix(0, 0)
	for i, step := range []struct {
		busy  bool
		later time.Duration
		own   bool
	}{
		{false, 0, false},
		{true, time.Second, true},
		{true, time.Minute, true},
		{false, threadStays - 1, true},
		{false, 1, false},
		{false, time.Hour, false},
		{true, 0, true},
	} {
		now = now.Add(step.later)
		if here.decides(step.busy, now); here.own != step.own {
			t.Errorf("step %d: own %v, want %v", i, here.own, step.own)
		}
	}
}
