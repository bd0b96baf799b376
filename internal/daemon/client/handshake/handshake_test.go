package handshake_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon/client/handshake"
)

var daemon = handshake.Hello{Version: "0.1.0", Protocol: 1, PID: 9}

func TestBothSidesLearnOfEachOther(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	said := handshake.Params{Version: "0.2.0", Protocol: 2, Kind: handshake.MCP, PID: 7, CWD: "/repo", Agent: "pi", Preset: "core"}
	type accepted struct {
		stream io.ReadWriteCloser
		params handshake.Params
		err    error
	}
	done := make(chan accepted, 1)
	go func() {
		s, p, err := handshake.Accept(t.Context(), far, daemon)
		done <- accepted{s, p, err}
	}()
	stream, hello, err := handshake.Greet(t.Context(), near, said)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	other := <-done
	if other.err != nil {
		t.Fatal(other.err)
	}
	defer other.stream.Close()
	if diff := cmp.Diff(daemon, hello); diff != "" {
		t.Errorf("what the client heard (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(said, other.params); diff != "" {
		t.Errorf("what the daemon heard (-want +got):\n%s", diff)
	}
}

func TestWhatFollowsTheHelloInOneWriteIsNotLost(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer near.Close()
	go func() {
		io.WriteString(near, `{"jsonrpc":"2.0","id":0,"method":"gortex/hello","params":{"kind":"control"}}`+"\nnext\n")
	}()
	go io.Copy(io.Discard, near)
	stream, _, err := handshake.Accept(t.Context(), far, daemon)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	line, err := bufio.NewReader(stream).ReadString('\n')
	if line != "next\n" || err != nil {
		t.Errorf("after the hello: %q, %v", line, err)
	}
}

func TestWhatIsNoHelloIsAnsweredAndEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ line, answer string }{
		"no JSON":              {"GET / HTTP/1.1", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700`},
		"another method":       {`{"jsonrpc":"2.0","id":"a","method":"initialize"}`, `{"jsonrpc":"2.0","id":"a","error":{"code":-32600`},
		"a kind that is none":  {`{"jsonrpc":"2.0","id":1,"method":"gortex/hello","params":{"kind":"admin"}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602`},
		"a line that is blank": {``, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			near, far := net.Pipe()
			failed := make(chan error, 1)
			go func() {
				_, _, err := handshake.Accept(t.Context(), far, daemon)
				failed <- err
			}()
			if _, err := io.WriteString(near, tt.line+"\n"); err != nil {
				t.Fatal(err)
			}
			answer, err := io.ReadAll(near)
			if err != nil || !strings.HasPrefix(string(answer), tt.answer) {
				t.Errorf("answer %s, %v; want one that starts with %s", answer, err, tt.answer)
			}
			if err := <-failed; err == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestASilentPeerIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer near.Close()
		_, _, err := handshake.Accept(t.Context(), far, daemon)
		if err == nil || !strings.Contains(err.Error(), "no line within 10s") {
			t.Errorf("got %v", err)
		}
	})
}

func TestTheEndOfTheContextEndsIt(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer far.Close()
	ctx, cancel := context.WithCancel(t.Context())
	go io.CopyN(io.Discard, far, 10)
	cancel()
	if _, _, err := handshake.Greet(ctx, near, handshake.Params{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestAFirstLineWithoutEndIsRefused(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer near.Close()
	go io.Copy(near, strings.NewReader(strings.Repeat("x", 1<<20)))
	if _, _, err := handshake.Accept(t.Context(), far, daemon); err == nil || !strings.Contains(err.Error(), "more than 16384 bytes") {
		t.Errorf("got %v", err)
	}
}
