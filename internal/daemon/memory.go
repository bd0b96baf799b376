package daemon

import (
	"log/slog"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// cgroupLimits are the files that say how much memory this process may have.
var cgroupLimits = []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}

// respectMemoryLimit makes the collector keep below what the system grants, where it
// grants less than there is and the environment says nothing else. (How many cores
// there are, the runtime asks by itself.)
func respectMemoryLimit(getenv func(string) string, log *slog.Logger) {
	if getenv("GOMEMLIMIT") != "" {
		return
	}
	for _, file := range cgroupLimits {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if limit, ok := memoryLimit(string(text)); ok {
			debug.SetMemoryLimit(limit)
			log.Info("memory is limited", "bytes", limit, "by", file)
		}
		return
	}
}

// memoryLimit leaves a tenth for what the collector does not see: parsers' memory.
func memoryLimit(text string) (int64, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n <= 0 || n >= 1<<60 { // "max", or version 1's way to say it
		return 0, false
	}
	return n / 10 * 9, true
}
