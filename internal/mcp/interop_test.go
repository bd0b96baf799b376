package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gortexhq/gortex/internal/mcp"
)

// The official SDK is the oracle: its client drives our server, its server
// answers our client. Nothing that ships imports it.

func sdkSession(t *testing.T, box *toolbox, opts *sdk.ClientOptions, connect *sdk.ClientSessionOptions) (*sdk.ClientSession, *mcp.Conn) {
	t.Helper()
	conn, stream := serve(t, mcp.ConnOptions{Handler: newServer(box).Handle})
	c := sdk.NewClient(&sdk.Implementation{Name: "sdk", Version: "1"}, opts)
	session, err := c.Connect(deadline(t), &sdk.IOTransport{Reader: stream, Writer: stream}, connect)
	if err != nil {
		t.Fatalf("the SDK's client could not connect: %v", err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session, conn
}

func TestTheSDKsClientDrivesOurServer(t *testing.T) {
	t.Parallel()
	// "" opens with server/discover, which must be refused at once.
	for _, version := range append([]string{""}, mcp.Versions...) {
		t.Run("version "+version, func(t *testing.T) {
			t.Parallel()
			session, _ := sdkSession(t, newToolbox(), nil, &sdk.ClientSessionOptions{ProtocolVersion: version})
			if got := session.InitializeResult(); version != "" && got.ProtocolVersion != version {
				t.Errorf("spoke %s", got.ProtocolVersion)
			}
			list, err := session.ListTools(deadline(t), nil)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, tool := range list.Tools {
				names = append(names, tool.Name)
			}
			if d := cmp.Diff([]string{"echo", "another"}, names); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			r, err := session.CallTool(deadline(t), &sdk.CallToolParams{Name: "echo", Arguments: map[string]any{"n": 5}})
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Content[0].(*sdk.TextContent).Text; got != `you said {"n":5}` || r.IsError {
				t.Errorf("echo: %q", got)
			}
			if r, err := session.CallTool(deadline(t), &sdk.CallToolParams{Name: "fail"}); err != nil || !r.IsError {
				t.Errorf("fail: %+v, %v", r, err)
			}
			if r, err := session.CallTool(deadline(t), &sdk.CallToolParams{Name: "panic"}); err != nil || !r.IsError {
				t.Errorf("a panic is no error result: %v, %+v", err, r)
			}
			if err := session.Ping(deadline(t), nil); err != nil {
				t.Errorf("ping: %v", err)
			}
		})
	}
}

func TestTheSDKsClientHearsProgressAndChanges(t *testing.T) {
	t.Parallel()
	var steps atomic.Int32
	changed := make(chan struct{}, 10)
	session, conn := sdkSession(t, newToolbox(), &sdk.ClientOptions{
		ProgressNotificationHandler: func(context.Context, *sdk.ProgressNotificationClientRequest) { steps.Add(1) },
		ToolListChangedHandler:      func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
	}, nil)
	params := &sdk.CallToolParams{Name: "steps"}
	params.SetProgressToken("token")
	if _, err := session.CallTool(deadline(t), params); err != nil {
		t.Fatal(err)
	}
	eventually(t, func() bool { return steps.Load() == 3 })
	if err := mcp.ToolsChanged(deadline(t), conn); err != nil {
		t.Fatal(err)
	}
	<-changed
}

func TestTheSDKsCancelEndsOurHandler(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		box := newToolbox()
		session, _ := sdkSession(t, box, nil, nil)
		ctx, cancel := context.WithCancel(deadline(t))
		called := make(chan error, 1)
		go func() {
			_, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "wait"})
			called <- err
		}()
		<-box.waiting
		start := time.Now()
		cancel()
		<-box.ended
		if d := time.Since(start); d != 0 { // nothing is waited for
			t.Errorf("the handler ended after %v", d)
		}
		if err := <-called; !errors.Is(err, context.Canceled) {
			t.Errorf("the call ended with %v", err)
		}
	})
}

func TestOurClientDrivesTheSDKsServer(t *testing.T) {
	t.Parallel()
	server := sdk.NewServer(&sdk.Implementation{Name: "sdk", Version: "2"}, &sdk.ServerOptions{Instructions: "Read me.", PageSize: 2})
	ended := make(chan struct{}, 1)
	waiting := make(chan struct{}, 1)
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		server.AddTool(&sdk.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			switch name {
			case "b":
				for i := range 3 {
					err := req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: req.Params.GetProgressToken(), Progress: float64(i + 1)})
					if err != nil {
						return nil, err
					}
				}
			case "c":
				waiting <- struct{}{}
				<-ctx.Done()
				ended <- struct{}{}
				return nil, ctx.Err()
			case "d":
				//lint:ignore SA1019 deprecated in a version newer than those we speak
				roots, err := req.Session.ListRoots(ctx, nil)
				if err != nil {
					return nil, err
				}
				return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: roots.Roots[0].URI}}}, nil
			}
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(req.Params.Arguments)}}}, nil
		})
	}
	ours, theirs := pair()
	serving := make(chan error, 1)
	go func() { serving <- server.Run(context.Background(), &sdk.IOTransport{Reader: theirs, Writer: theirs}) }()
	changed := make(chan struct{}, 10)
	c := client(t, ours, mcp.ClientOptions{Roots: []mcp.Root{{URI: "file:///x"}}, OnToolsChanged: func() { changed <- struct{}{} }})

	if got := c.Initialized(); got.Instructions != "Read me." || got.ServerInfo.Version != "2" {
		t.Errorf("handshake: %+v", got)
	}
	tools, err := c.ListTools(deadline(t))
	if err != nil || len(tools) != 5 {
		t.Fatalf("%d tools, %v; want 5 in three pages", len(tools), err)
	}
	r, err := c.CallTool(deadline(t), "a", raw(`{"n":5}`), nil)
	if err != nil || r.Content[0].Text != `{"n":5}` {
		t.Errorf("a: %+v, %v", r, err)
	}
	var steps []float64
	if _, err := c.CallTool(deadline(t), "b", nil, func(p mcp.Progress) { steps = append(steps, p.Progress) }); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff([]float64{1, 2, 3}, steps); d != "" {
		t.Errorf("progress (-want +got):\n%s", d)
	}
	ctx, cancel := context.WithCancel(deadline(t))
	go func() { <-waiting; cancel() }()
	if _, err := c.CallTool(ctx, "c", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("c: %v", err)
	}
	<-ended
	if r, err := c.CallTool(deadline(t), "d", nil, nil); err != nil || r.Content[0].Text != "file:///x" {
		t.Errorf("d: %+v, %v", r, err)
	}
	server.RemoveTools("e")
	<-changed
	_ = c.Close()
	if err := <-serving; err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Logf("the SDK's server ended with %v", err)
	}
}
