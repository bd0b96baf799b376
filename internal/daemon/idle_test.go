package daemon

import (
	"testing"
	"testing/synctest"
	"time"
)

func expired(w *idleWatch) bool {
	synctest.Wait()
	select {
	case <-w.expired:
		return true
	default:
		return false
	}
}

func TestTheDaemonEndsWhenNobodyWasConnectedForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newIdleWatch(30 * time.Minute)
		defer w.end()
		time.Sleep(29 * time.Minute)
		w.enter()
		time.Sleep(24 * time.Hour)
		if expired(w) {
			t.Fatal("it ended while somebody was connected")
		}
		w.enter()
		w.leave()
		w.leave()
		time.Sleep(30*time.Minute - time.Second)
		if expired(w) {
			t.Fatal("it ended before its time")
		}
		time.Sleep(time.Second)
		if !expired(w) {
			t.Fatal("it did not end")
		}
		if w.enter() {
			t.Error("it takes connections as it ends")
		}
	})
}

func TestAStartWithoutAnyConnectionCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newIdleWatch(time.Minute)
		defer w.end()
		time.Sleep(time.Minute)
		if !expired(w) {
			t.Error("a daemon that nobody ever came to stays")
		}
	})
}

func TestNoIdleExitIsForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newIdleWatch(0)
		defer w.end()
		w.enter()
		w.leave()
		time.Sleep(1000 * time.Hour)
		if expired(w) {
			t.Error("it ended")
		}
	})
}

func TestAnOrphanEndsOnlyWithoutConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newIdleWatch(time.Hour)
		defer w.end()
		w.enter()
		if w.close() {
			t.Error("it would end while somebody is connected")
		}
		w.leave()
		if !w.close() || w.enter() {
			t.Error("it stays, though nobody can reach it")
		}
	})
}

func TestAnotherIdleExitCountsFromTheLastConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newIdleWatch(0)
		defer w.end()
		w.enter()
		w.set(time.Hour)
		time.Sleep(2 * time.Hour)
		if expired(w) {
			t.Fatal("it ended while somebody was connected")
		}
		w.leave()
		time.Sleep(20 * time.Minute)
		w.set(0)
		time.Sleep(10 * time.Hour)
		if expired(w) {
			t.Fatal("it ended though it is never to")
		}
		w.set(24 * time.Hour)
		time.Sleep(14*time.Hour - 20*time.Minute - time.Second)
		w.set(time.Minute)
		if !expired(w) {
			t.Error("more than a minute has passed")
		}
	})
}
