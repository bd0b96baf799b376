package daemon

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"sync/atomic"
)

var errRetired = errors.New("a newer version is installed, and the last session has ended")

// retirement knows of a newer version among those who connect. A daemon that has been
// replaced on disk serves the sessions it has, which may rest on its version, and makes
// way after the last one: who connects next starts its own. The zero value is ready for use.
type retirement struct{ successor atomic.Pointer[string] }

// heard takes note of a client's version.
func (r *retirement) heard(client, own string) {
	if newer(client, own) {
		r.successor.Store(&client)
	}
}

// newer returns the newest version heard of, or "".
func (r *retirement) newer() string {
	if v := r.successor.Load(); v != nil {
		return *v
	}
	return ""
}

// retireWhenDone ends the daemon when it is to retire and no session is open.
func (d *daemon) retireWhenDone() {
	if d.retirement.newer() != "" && len(d.guests.list()) == 0 && !d.warming.any() {
		d.stop(errRetired)
	}
}

// newer says whether version a comes after b. What is no version is not newer than anything:
// two builds of one version, or of none, get along.
func newer(a, b string) bool {
	as, aPre, okA := numbers(a)
	bs, bPre, okB := numbers(b)
	if !okA || !okB {
		return false
	}
	for i := range as {
		if c := cmp.Compare(as[i], bs[i]); c != 0 {
			return c > 0
		}
	}
	return bPre && !aPre // 1.2.0 comes after 1.2.0-rc.1
}

// numbers reads "1.2.3" and "v1.2.3-rc.1".
func numbers(version string) (n [3]int, pre, ok bool) {
	version, _, _ = strings.Cut(strings.TrimPrefix(version, "v"), "+")
	version, _, pre = strings.Cut(version, "-")
	parts := strings.Split(version, ".")
	if len(parts) != len(n) {
		return n, pre, false
	}
	for i, p := range parts {
		var err error
		if n[i], err = strconv.Atoi(p); err != nil {
			return n, pre, false
		}
	}
	return n, pre, true
}
