package bench_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// peerVersion of @colbymchenry/codegraph, the engine that most users of such tools have.
const peerVersion = "1.6.1"

// BenchmarkFirstIndex times the first index of 1,183 Go files, from the start of
// the command to its end: gortex starts its daemon in it, the peer has none.
// Needs npm and a Node 22 or newer for the peer.
func BenchmarkFirstIndex(b *testing.B) {
	dir := corpus(b, "go-tools")
	b.Run("gortex", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			w := newWorld(b)
			b.StartTimer()
			w.run(dir, nil, "init", "--quiet", dir)
			b.StopTimer()
			w.run(dir, nil, "daemon", "stop", "--quiet")
			b.StartTimer()
		}
	})
	b.Run("codegraph", func(b *testing.B) {
		peer := installPeer(b)
		for b.Loop() {
			b.StopTimer()
			copied := filepath.Join(b.TempDir(), "go-tools") // it writes into the repository
			must(b, time.Minute, "", "cp", "-r", dir, copied)
			b.StartTimer()
			cmd := exec.Command(peer[0], append(peer[1:], "init", copied)...)
			cmd.Env = append(os.Environ(), "CI=1")
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("the peer failed: %v\n%s", err, out)
			}
		}
	})
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
