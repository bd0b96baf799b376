package engine

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// asideNice is what `nice` calls it: a third of the share of whoever wants a processor too.
const asideNice = 5

// aside makes a goroutine that works for long stand back for what answers somebody, here
// and in other programs. It has a thread of its own from then on, which ends with it: a
// thread that has stood back cannot return.
func aside() {
	runtime.LockOSThread()
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, asideNice) // 0: this thread; where it is refused, all are equal
}
