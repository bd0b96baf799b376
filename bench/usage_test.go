package bench_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// highest returns the largest resident size, in MB, of a process that has ended and of
// those that it waited for.
func highest(state *os.ProcessState) float64 {
	if u, ok := state.SysUsage().(*syscall.Rusage); ok {
		return float64(u.Maxrss) / 1000 // Linux counts kB
	}
	return 0
}

// inStatus are the highest and the present resident size, as Linux says them.
var inStatus = regexp.MustCompile(`(?m)^(VmHWM|VmRSS):\s+(\d+) kB`)

// sizesOf returns the two for a process ("self" for this one), in MB.
func sizesOf(pid string) (sizes map[string]float64, err error) {
	text, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return nil, err
	}
	sizes = map[string]float64{}
	for _, m := range inStatus.FindAllStringSubmatch(string(text), -1) {
		kB, _ := strconv.ParseFloat(m[2], 64)
		sizes[m[1]] = kB / 1000
	}
	return sizes, nil
}

// clockTick is the unit of processor time in /proc, the same on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// usage returns what a process that still runs has cost so far.
func usage(b *testing.B, pid int) cost {
	b.Helper()
	sizes, err := sizesOf(strconv.Itoa(pid))
	if err != nil {
		b.Fatal(err)
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	// The name, in parentheses, may hold anything; the times are the 12th and 13th behind it.
	_, rest, _ := bytes.Cut(stat, []byte(") "))
	fields := strings.Fields(string(rest))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return cost{cpu: time.Duration(user+system) * clockTick, highest: sizes["VmHWM"]}
}
