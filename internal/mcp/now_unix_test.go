//go:build unix

package mcp_test

import (
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// TestAStandardInputThatIsMadeToBlockHoldsUpNothing: whoever started the process has it too,
// and may set it so. What the runtime did not know of would keep it from collecting garbage.
func TestAStandardInputThatIsMadeToBlockHoldsUpNothing(t *testing.T) {
	t.Parallel()
	in, peer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s := mcp.Stdio(in, ours)
	for _, f := range []*os.File{in, ours} {
		if err := syscall.SetNonblock(int(f.Fd()), false); err != nil {
			t.Fatal(err)
		}
	}
	large := strings.Repeat("x", 300_000) + "\n" // several times what a pipe takes
	got, written := make(chan string, 1), make(chan error, 1)
	go func() {
		b := make([]byte, 10)
		n, _ := s.Read(b)
		got <- string(b[:n])
	}()
	go func() { written <- mcp.NewFrameWriter(s).WriteFrame([]byte(strings.TrimSpace(large))) }()
	for range 20 { // both hang by now, mostly
		time.Sleep(time.Millisecond)
		runtime.GC()
	}
	if _, err := peer.WriteString("word"); err != nil {
		t.Fatal(err)
	}
	if s := <-got; s != "word" {
		t.Errorf("read %q", s)
	}
	b := make([]byte, len(large))
	if _, err := io.ReadFull(out, b); err != nil || string(b) != large {
		t.Errorf("%v", err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
