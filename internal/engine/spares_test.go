package engine

import (
	"runtime"
	"testing"
)

func TestSpareProcessorsAreThereWhileAnyoneNeedsThem(t *testing.T) {
	were := runtime.GOMAXPROCS(0)
	var p processors
	first, second := p.take(), p.take()
	if n := runtime.GOMAXPROCS(0); n != were+spareProcessors {
		t.Errorf("%d, there were %d", n, were)
	}
	first()
	if n := runtime.GOMAXPROCS(0); n != were+spareProcessors {
		t.Errorf("%d while one still works, there were %d", n, were)
	}
	second()
	if n := runtime.GOMAXPROCS(0); n != were {
		t.Errorf("%d afterwards, there were %d", n, were)
	}
}

func TestTheProcessIsBusyWhileSomebodyIndexes(t *testing.T) {
	give := spares.take()
	if !Busy() {
		t.Error("not busy while somebody indexes")
	}
	if give(); Busy() {
		t.Error("busy though nobody indexes")
	}
}
