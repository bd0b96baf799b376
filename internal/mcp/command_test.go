//go:build unix

package mcp_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

func start(t *testing.T, ctx context.Context, script string) (*wire, *exec.Cmd) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", script)
	stream, err := mcp.Command(ctx, cmd)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stream.Close() })
	return byHand(t, stream), cmd
}

func gone(cmd *exec.Cmd) bool { return syscall.Kill(-cmd.Process.Pid, 0) == syscall.ESRCH }

func TestAChildSpeaksFramesAndEndsWithItsInput(t *testing.T) {
	t.Parallel()
	const tries = 5 // on a machine so busy that a child that has nothing to read any more is killed first
	for try := range tries {
		w, cmd := start(t, context.Background(), `trap "" TERM; exec cat`)
		w.send(`{"a":1}`)
		if got := w.next(); got != `{"a":1}` {
			t.Errorf("got %s", got)
		}
		if err := w.stream.Close(); err != nil {
			t.Error(err)
		}
		if !gone(cmd) {
			t.Error("it is still there")
		}
		if cmd.ProcessState.Success() {
			return
		}
		t.Logf("try %d of %d: it ended by %v", try+1, tries, cmd.ProcessState)
	}
	t.Error("it does not end with its input")
}

func TestAChildThatStaysIsTerminatedWithItsGroup(t *testing.T) {
	t.Parallel()
	w, cmd := start(t, context.Background(), `sleep 60 & echo ready; sleep 60`)
	if got := w.next(); got != "ready" {
		t.Fatalf("got %s", got)
	}
	begin := time.Now()
	_ = w.stream.Close()
	if d := time.Since(begin); d < 500*time.Millisecond {
		t.Errorf("closing took %v: it was not given the time to end of itself", d)
	}
	if got := cmd.ProcessState.Sys().(syscall.WaitStatus).Signal(); got != syscall.SIGTERM {
		t.Errorf("it ended by %v, want the first signal to do", got)
	}
	eventually(t, func() bool { return gone(cmd) })
}

func TestAChildThatIgnoresSIGTERMIsKilled(t *testing.T) {
	t.Parallel()
	w, cmd := start(t, context.Background(), `trap "" TERM; echo ready; while :; do sleep 0.05; done`)
	w.next()
	_ = w.stream.Close()
	eventually(t, func() bool { return gone(cmd) })
}

func TestTheEndOfTheContextEndsTheChild(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	w, cmd := start(t, ctx, "echo ready; exec cat")
	w.next()
	cancel()
	eventually(t, func() bool { return gone(cmd) })
}

func TestAChildsLastWordsAreReadAfterItsEnd(t *testing.T) {
	t.Parallel()
	w, _ := start(t, context.Background(), "echo one; echo two")
	if got := w.next() + w.next(); got != "onetwo" {
		t.Errorf("got %s", got)
	}
}

func TestACommandThatDoesNotStartIsNamed(t *testing.T) {
	t.Parallel()
	_, err := mcp.Command(context.Background(), exec.Command("/nowhere/at/all"))
	if err == nil || !strings.Contains(err.Error(), "/nowhere/at/all") {
		t.Errorf("%v", err)
	}
}

func TestAClientOverACommand(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), serverEnv+"=1")
	stream, err := mcp.Command(context.Background(), cmd)
	if err != nil {
		t.Fatal(err)
	}
	c := client(t, stream, mcp.ClientOptions{})
	r, err := c.CallTool(deadline(t), "echo", raw(`{"a":1}`), nil)
	if err != nil || string(r.StructuredContent) != `{"a":1}` {
		t.Errorf("%+v, %v", r, err)
	}
}
