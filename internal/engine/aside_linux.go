package engine

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// asideNice is what `nice` calls it: a third of the share of whoever wants a processor too.
const asideNice = 5

// aside makes a goroutine that works for long stand back for what answers somebody, here
// and in other programs. It has a thread of its own from then on, which ends with it: a
// thread that has stood back cannot return. (The process's first thread does not end; the
// runtime leaves it alone instead.)
func aside() {
	runtime.LockOSThread()
	// 0 is this thread. The kernel counts down from 20, so that no answer is negative.
	if now, err := unix.Getpriority(unix.PRIO_PROCESS, 0); err == nil && 20-now < asideNice {
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, asideNice) // where it is refused, all are equal
	}
}
