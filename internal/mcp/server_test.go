package mcp_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/gortexhq/gortex/internal/mcp"
)

var update = flag.Bool("update", false, "write the server's part of the conversations anew")

// TestConversations plays testdata/*.txtar: each line of the section "client" is
// sent, and the section "server" is what came back, in order. A client line that
// starts with a minus gets no answer.
func TestConversations(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := converse(t, string(archive.Files[0].Data))
			if *update {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(archive.Files[1].Data), got); d != "" {
				t.Errorf("the server said something else (-want +got):\n%s", d)
			}
		})
	}
}

func converse(t *testing.T, lines string) string {
	_, stream := serve(t, mcp.ConnOptions{Handler: newServer(newToolbox()).Handle})
	w := byHand(t, stream)
	var said strings.Builder
	for line := range strings.Lines(lines) {
		line = strings.TrimSuffix(line, "\n")
		silent := strings.HasPrefix(line, "-")
		w.send(strings.TrimPrefix(line, "-"))
		if !silent {
			said.WriteString(w.next() + "\n")
		}
	}
	return said.String()
}

func TestToolsChangedArrivesBeforeTheAnswerThatFollowsIt(t *testing.T) {
	t.Parallel()
	box := newToolbox()
	server := newServer(box)
	handler := func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		if req.Method == "tools/call" {
			if err := mcp.ToolsChanged(ctx, c); err != nil {
				return nil, err
			}
		}
		return server.Handle(ctx, c, req)
	}
	_, stream := serve(t, mcp.ConnOptions{Handler: handler})
	w := byHand(t, stream)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	w.next()
	w.send(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}`)
	if got, want := w.next(), `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`; got != want {
		t.Errorf("first came %s, want %s", got, want)
	}
	if got := w.next(); !strings.Contains(got, `"id":2`) {
		t.Errorf("then came %s, want the answer to 2", got)
	}
}

func TestSchemasAndStructuredContentGoOutByteForByte(t *testing.T) {
	t.Parallel()
	_, stream := serve(t, mcp.ConnOptions{Handler: newServer(newToolbox()).Handle})
	c := client(t, stream, mcp.ClientOptions{})
	tools, err := c.ListTools(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(newToolbox().tools, tools); d != "" {
		t.Errorf("tools changed on their way (-want +got):\n%s", d)
	}
	odd := json.RawMessage(`{"z":1e400,"a":9007199254740993,"html":"<&>","u":"\u00e9"}`)
	r, err := c.CallTool(deadline(t), "echo", odd, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(odd), string(r.StructuredContent)); d != "" {
		t.Errorf("structured content changed on its way (-want +got):\n%s", d)
	}
}

// Some clients write their first requests without waiting for the handshake's answer.
func TestWhatComesBehindTheHandshakeWaitsForIt(t *testing.T) {
	t.Parallel()
	sent := make(chan struct{})
	server := mcp.NewServer(mcp.ServerOptions{
		Info: mcp.Implementation{Name: "slow", Version: "1"},
		Open: func(ctx context.Context, _ mcp.Implementation, _ json.RawMessage) (mcp.Session, error) {
			<-sent // opening takes longer than the next frames need to arrive
			return newToolbox(), nil
		},
	})
	_, client := serve(t, mcp.ConnOptions{Handler: server.Handle})
	go func() {
		defer close(sent)
		for i, method := range []string{"initialize", "tools/list", "ping"} {
			_, _ = fmt.Fprintf(client, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":{}}`+"\n", i, method)
		}
	}()
	frames := mcp.NewFrameReader(client, 0)
	for range 3 {
		frame, err := frames.Next()
		if err != nil {
			t.Fatal(err)
		}
		if m, err := mcp.ParseMessage(frame); err != nil || m.Error != nil {
			t.Errorf("%v, answer %s", err, frame)
		}
	}
}
