package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/mcp"
)

func TestAClientListsAndCalls(t *testing.T) {
	t.Parallel()
	_, stream := serve(t, mcp.ConnOptions{Handler: newServer(newToolbox()).Handle})
	c := client(t, stream, mcp.ClientOptions{})
	if got := c.Initialized(); got.ServerInfo.Name != "test" || got.Instructions != "Use echo." || got.ProtocolVersion != mcp.Versions[0] {
		t.Errorf("handshake: %+v", got)
	}
	r, err := c.CallTool(deadline(t), "fail", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(mcp.ErrorResult("no such file: name one that is there"), r); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
	steps := 0
	if _, err := c.CallTool(deadline(t), "steps", nil, func(mcp.Progress) { steps++ }); err != nil || steps != 3 {
		t.Errorf("%d reports of progress, %v; want 3", steps, err)
	}
}

// scripted is a server whose answers are given by method; what it does not know it leaves unanswered.
func scripted(t *testing.T, answers func(m mcp.Message) string) mcp.HandlerFunc {
	return func(ctx context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
		if req.Method == "initialize" {
			return raw(`{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}`), nil
		}
		if a := answers(mcp.Message{Method: req.Method, Params: req.Params}); a != "" {
			return raw(a), nil
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
}

func TestPagesOfToolsAreFollowed(t *testing.T) {
	t.Parallel()
	_, stream := serve(t, mcp.ConnOptions{Handler: scripted(t, func(m mcp.Message) string {
		switch {
		case m.Method != "tools/list":
			return "{}"
		case strings.Contains(string(m.Params), "two"):
			return `{"tools":[{"name":"c","inputSchema":{}}]}`
		}
		return `{"tools":[{"name":"b","inputSchema":{}},{"name":"a","inputSchema":{}}],"nextCursor":"two"}`
	})})
	tools, err := client(t, stream, mcp.ClientOptions{}).ListTools(deadline(t))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	if d := cmp.Diff([]string{"b", "a", "c"}, names); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestAnEndlessListIsGivenUp(t *testing.T) {
	t.Parallel()
	_, stream := serve(t, mcp.ConnOptions{Handler: scripted(t, func(mcp.Message) string {
		return `{"tools":[],"nextCursor":"again"}`
	})})
	if _, err := client(t, stream, mcp.ClientOptions{}).ListTools(deadline(t)); err == nil {
		t.Error("no error")
	}
}

func TestUnknownBlocksDoNotFailAResult(t *testing.T) {
	t.Parallel()
	_, stream := serve(t, mcp.ConnOptions{Handler: scripted(t, func(mcp.Message) string {
		return `{"content":[{"type":"hologram","text":{"odd":1}},{"type":"image","data":"AA=="},{"type":"text","text":"ok"}],"new":1}`
	})})
	r, err := client(t, stream, mcp.ClientOptions{}).CallTool(deadline(t), "x", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []mcp.Content{{Type: "unknown"}, {Type: "image"}, {Type: "text", Text: "ok"}}
	if d := cmp.Diff(want, r.Content); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestAServerMayAskForRootsAndPing(t *testing.T) {
	t.Parallel()
	conn, stream := serve(t, mcp.ConnOptions{Handler: newServer(newToolbox()).Handle})
	client(t, stream, mcp.ClientOptions{Roots: []mcp.Root{{URI: "file:///home/x", Name: "x"}}})
	var got json.RawMessage
	if err := conn.Call(deadline(t), "roots/list", nil, &got); err != nil {
		t.Fatal(err)
	}
	if want := `{"roots":[{"uri":"file:///home/x","name":"x"}]}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := conn.Call(deadline(t), "ping", nil, nil); err != nil {
		t.Error(err)
	}
	err := conn.Call(deadline(t), "sampling/createMessage", nil, nil)
	if e, ok := errors.AsType[*mcp.Error](err); !ok || e.Code != mcp.CodeMethodNotFound {
		t.Errorf("%v, want CodeMethodNotFound", err)
	}
}

func TestChangesOfTheToolsAreTold(t *testing.T) {
	t.Parallel()
	conn, stream := serve(t, mcp.ConnOptions{Handler: newServer(newToolbox()).Handle})
	told := make(chan struct{}, 100)
	client(t, stream, mcp.ClientOptions{OnToolsChanged: func() { told <- struct{}{} }})
	for range 50 {
		if err := mcp.ToolsChanged(deadline(t), conn); err != nil {
			t.Fatal(err)
		}
	}
	<-told
}

func TestAHandshakeThatFailsLeavesNothing(t *testing.T) {
	t.Parallel()
	for rule, answer := range map[string]string{
		"another protocol":   `{"protocolVersion":"1999-01-01","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`,
		"a nonsense answer":  `[]`,
		"a server's refusal": ``,
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			_, stream := serve(t, mcp.ConnOptions{Handler: func(context.Context, *mcp.Conn, *mcp.Request) (any, error) {
				if answer == "" {
					return nil, errors.New("not today")
				}
				return raw(answer), nil
			}})
			if _, err := mcp.Connect(deadline(t), stream, mcp.ClientOptions{Info: us}); err == nil {
				t.Error("no error")
			}
		})
	}
}

func TestTimeoutsByClassAndProgressFeedsTheCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := pair()
		slow := func(ctx context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
			switch {
			case req.Method == "initialize":
				return raw(`{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"s","version":"1"}}`), nil
			case strings.Contains(string(req.Params), "fed"):
				for i := range 5 {
					time.Sleep(400 * time.Second)
					mcp.ReportProgress(ctx, mcp.Progress{Progress: float64(i)})
				}
				return mcp.Text("at last"), nil
			case !req.Notification:
				<-ctx.Done()
			}
			return nil, nil
		}
		conn := mcp.NewConn(a, mcp.ConnOptions{Handler: slow})
		var serving sync.WaitGroup
		serving.Go(func() { _ = conn.Serve(context.Background()) })
		c, err := mcp.Connect(context.Background(), b, mcp.ClientOptions{Info: us})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		after := func(want time.Duration, err error) {
			t.Helper()
			if d := time.Since(start); d != want || !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(fmt.Sprint(err), want.String()) {
				t.Errorf("after %v: %v; want after %v", d, err, want)
			}
			start = time.Now()
		}
		_, err = c.ListTools(context.Background())
		after(30*time.Second, err)
		_, err = c.CallTool(context.Background(), "silent", nil, nil)
		after(600*time.Second, err)
		if _, err = c.CallTool(context.Background(), "fed", nil, nil); err != nil {
			t.Errorf("progress did not feed the timer: %v", err)
		}
		_ = c.Close()
		serving.Wait()
	})
}
