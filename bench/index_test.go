package bench_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// peerVersion of @colbymchenry/codegraph, the engine that most users of such tools have.
const peerVersion = "1.6.1"

// What a first index may cost beside the peer's, of a tree as large as go-k8s.
const (
	timesFaster  = 12
	timesSmaller = 3
)

// BenchmarkFirstIndex times the first index side by side with the peer, from the start of
// the command to its end: gortex starts its daemon in it, the peer has none. It fails where
// gortex is not as much faster and smaller as it must be. Needs npm and a Node 22 or newer
// for the peer, which takes minutes on go-k8s.
func BenchmarkFirstIndex(b *testing.B) {
	for _, name := range []string{"go-tools", "go-k8s"} {
		b.Run(name, func(b *testing.B) {
			dir, peer := corpus(b, name), installPeer(b)
			for b.Loop() {
				ours, theirs := firstIndex(b, dir), peersIndex(b, peer, dir)
				faster, smaller := theirs.wall.Seconds()/ours.wall.Seconds(), theirs.highest/ours.highest
				b.ReportMetric(ours.wall.Seconds(), "s")
				b.ReportMetric(theirs.wall.Seconds(), "s-peer")
				b.ReportMetric(ours.cpu.Seconds(), "cpu-s")
				b.ReportMetric(theirs.cpu.Seconds(), "cpu-s-peer")
				b.ReportMetric(ours.highest, "MB")
				b.ReportMetric(theirs.highest, "MB-peer")
				b.ReportMetric(faster, "x-faster")
				b.ReportMetric(theirs.cpu.Seconds()/ours.cpu.Seconds(), "x-faster-cpu")
				b.ReportMetric(smaller, "x-smaller")
				if faster < timesFaster || smaller < timesSmaller {
					b.Errorf("%.1f times faster and %.1f times smaller than the peer, not %d and %d", faster, smaller, timesFaster, timesSmaller)
				}
			}
		})
	}
}

// cost of a command, with the daemon that it started.
type cost struct {
	wall, cpu time.Duration
	highest   float64 // resident, in MB
}

// firstIndex is gortex's, in a home of its own.
func firstIndex(b *testing.B, dir string) cost {
	w := newWorld(b)
	cmd := w.command("init", "--quiet", dir)
	cmd.Dir = dir
	c := timed(b, cmd)
	pid := w.daemon()
	daemon := usage(b, pid)
	w.run(dir, nil, "daemon", "stop", "--quiet")
	return cost{c.wall, c.cpu + daemon.cpu, c.highest + daemon.highest}
}

func peersIndex(b *testing.B, peer []string, dir string) cost {
	copied := filepath.Join(b.TempDir(), filepath.Base(dir)) // it writes into the repository
	must(b, time.Minute, "", "cp", "-r", dir, copied)
	cmd := exec.Command(peer[0], append(peer[1:], "init", copied)...)
	cmd.Env = append(os.Environ(), "CI=1")
	return timed(b, cmd)
}

// timed runs a command to its end.
func timed(b *testing.B, cmd *exec.Cmd) cost {
	b.Helper()
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v failed: %v\n%s", cmd.Args, err, out)
	}
	state := cmd.ProcessState
	return cost{time.Since(start), state.UserTime() + state.SystemTime(), highest(state)}
}

// daemon returns the number of the process that serves w.
func (w world) daemon() int {
	w.b.Helper()
	var status struct{ PID int }
	if err := json.Unmarshal(w.run(".", nil, "daemon", "status", "--json"), &status); err != nil || status.PID == 0 {
		w.b.Fatalf("no daemon: %v", err)
	}
	return status.PID
}

// BenchmarkStoredIndex times the start on a stored index: a daemon that was not running,
// and the same repository, unchanged.
func BenchmarkStoredIndex(b *testing.B) {
	dir := corpus(b, "go-tools")
	w := newWorld(b)
	w.run(dir, nil, "init", "--quiet", dir)
	for b.Loop() {
		b.StopTimer()
		w.run(dir, nil, "daemon", "stop", "--quiet")
		b.StartTimer()
		w.run(dir, nil, "init", "--quiet", dir)
	}
}

func installPeer(b *testing.B) []string {
	b.Helper()
	dir := filepath.Join(cache(b, "PEER_DIR", "peer"), peerVersion)
	entry := filepath.Join(dir, "node_modules", "@colbymchenry", "codegraph", "package.json")
	if _, err := os.Stat(entry); err != nil {
		must(b, 5*time.Minute, "", "npm", "install", "--prefix", dir, "--no-audit", "--no-fund", "@colbymchenry/codegraph@"+peerVersion)
	}
	node, err := exec.Command("node", "-e", `import("./../e2e/rig/pi.mjs").then(async m => console.log((await m.installPi("1.6.0")).node))`).Output()
	if err != nil {
		b.Fatalf("no Node that is new enough for the peer: %v", err)
	}
	bin := filepath.Join(dir, "node_modules", ".bin", "codegraph")
	return []string{string(node[:len(node)-1]), bin}
}
