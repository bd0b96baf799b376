package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/mcp"
)

func echo(_ context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) { return req.Params, nil }

func TestCallsOverlapAndEachGetsItsAnswer(t *testing.T) {
	t.Parallel()
	l, r := connected(t, mcp.ConnOptions{Handler: echo}, mcp.ConnOptions{Handler: echo})
	var callers sync.WaitGroup
	for i := range 200 {
		callers.Go(func() {
			conn := l
			if i%2 == 1 {
				conn = r
			}
			var got struct{ N int }
			if err := conn.Call(deadline(t), "m", map[string]int{"N": i}, &got); err != nil || got.N != i {
				t.Errorf("call %d: %d, %v", i, got.N, err)
			}
		})
	}
	callers.Wait()
}

func TestAHandlerMayCallBackWhileEveryWorkerIsBusy(t *testing.T) {
	t.Parallel()
	ask := func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		var answer json.RawMessage
		err := c.Call(ctx, "back", req.Params, &answer)
		return answer, err
	}
	l, _ := connected(t, mcp.ConnOptions{Handler: echo, Concurrency: 1}, mcp.ConnOptions{Handler: ask, Concurrency: 1})
	var callers sync.WaitGroup
	for i := range 20 {
		callers.Go(func() {
			var got int
			if err := l.Call(deadline(t), "m", i, &got); err != nil || got != i {
				t.Errorf("call %d: %d, %v", i, got, err)
			}
		})
	}
	callers.Wait()
}

func TestNotMoreRequestsAreHandledAtOnceThanAllowed(t *testing.T) {
	t.Parallel()
	var now, most atomic.Int32
	release := make(chan struct{})
	slow := func(context.Context, *mcp.Conn, *mcp.Request) (any, error) {
		n := now.Add(1)
		defer now.Add(-1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		<-release
		return nil, nil
	}
	l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: slow, Concurrency: 3})
	var callers sync.WaitGroup
	for range 12 {
		callers.Go(func() {
			if err := l.Call(deadline(t), "m", nil, nil); err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, func() bool { return now.Load() == 3 })
	close(release)
	callers.Wait()
	if most.Load() != 3 {
		t.Errorf("%d at once, want 3", most.Load())
	}
}

func eventually(t *testing.T, what func() bool) {
	t.Helper()
	ctx := deadline(t)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for !what() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatal("it did not happen")
		}
	}
}

func TestNotificationsAreHandledInTheirOrder(t *testing.T) {
	t.Parallel()
	const many = 500
	got := make(chan int, many)
	handler := func(_ context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
		var n int
		err := json.Unmarshal(req.Params, &n)
		got <- n
		return nil, err
	}
	l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: handler})
	for i := range many {
		if err := l.Notify(deadline(t), "n", i); err != nil {
			t.Fatal(err)
		}
	}
	for i := range many {
		if n := <-got; n != i {
			t.Fatalf("notification %d came in place of %d", n, i)
		}
	}
}

func TestCancelEndsTheHandlerAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		box := newToolbox()
		l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
			return box.Call(ctx, req.Method, req.Params)
		}})
		ctx, cancel := context.WithCancel(deadline(t))
		called := make(chan error, 1)
		go func() { called <- l.Call(ctx, "wait", nil, nil) }()
		<-box.waiting
		start := time.Now()
		cancel()
		if err := <-called; !errors.Is(err, context.Canceled) {
			t.Errorf("the call ended with %v", err)
		}
		<-box.ended
		if d := time.Since(start); d != 0 { // nothing is waited for
			t.Errorf("the handler ended after %v", d)
		}
		if err := l.Call(deadline(t), "echo", 1, nil); err != nil {
			t.Errorf("the connection did not go on: %v", err)
		}
	})
}

func TestACancelledRequestGetsNoAnswer(t *testing.T) {
	t.Parallel()
	box := newToolbox()
	_, stream := serve(t, mcp.ConnOptions{Handler: func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		return box.Call(ctx, req.Method, req.Params)
	}})
	w := byHand(t, stream)
	w.send(`{"jsonrpc":"2.0","id":"a","method":"wait"}`)
	<-box.waiting
	w.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a","reason":"Esc"}}`)
	<-box.ended
	w.send(`{"jsonrpc":"2.0","id":"b","method":"echo","params":{}}`)
	if got := w.next(); !strings.Contains(got, `"id":"b"`) {
		t.Errorf("an answer to a cancelled request: %s", got)
	}
}

func TestAPanicCostsOneAnswer(t *testing.T) {
	t.Parallel()
	l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: func(_ context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
		switch req.Method {
		case "panic":
			panic("oh")
		case "marshal":
			return func() {}, nil
		case "raw":
			return json.RawMessage(`{"half":`), nil
		}
		return req.Params, nil
	}})
	for _, method := range []string{"panic", "marshal", "raw"} {
		err := l.Call(deadline(t), method, nil, nil)
		if e, ok := errors.AsType[*mcp.Error](err); !ok || e.Code != mcp.CodeInternal {
			t.Errorf("%s: %v, want CodeInternal", method, err)
		}
	}
	if err := l.Notify(deadline(t), "panic", nil); err != nil {
		t.Error(err)
	}
	if err := l.Call(deadline(t), "fine", 1, nil); err != nil {
		t.Errorf("the connection did not go on: %v", err)
	}
}

func TestErrorsReachTheCallerAsTheyAre(t *testing.T) {
	t.Parallel()
	l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: func(_ context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
		if req.Method == "ours" {
			return nil, fmt.Errorf("wrapped: %w", &mcp.Error{Code: 42, Message: "no", Data: raw(`{"why":1}`)})
		}
		return nil, errors.New("another")
	}})
	for method, want := range map[string]*mcp.Error{
		"ours":  {Code: 42, Message: "no", Data: raw(`{"why":1}`)},
		"other": {Code: mcp.CodeInternal, Message: "another"},
	} {
		err := l.Call(deadline(t), method, nil, nil)
		got, _ := errors.AsType[*mcp.Error](err)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", method, d)
		}
	}
}

func TestProgressComesInOrderAndBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	box := newToolbox()
	l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		return box.Call(ctx, req.Method, req.Params)
	}})
	for _, params := range []any{nil, map[string]any{"a": 1}, raw(`{"z":1,"_meta":{"other":"kept"}}`)} {
		var got []mcp.Progress
		err := l.CallWithProgress(deadline(t), "steps", params, nil, func(p mcp.Progress) { got = append(got, p) })
		if err != nil {
			t.Fatal(err)
		}
		want := []mcp.Progress{{Progress: 1, Total: 3, Message: "step"}, {Progress: 2, Total: 3, Message: "step"}, {Progress: 3, Total: 3, Message: "step"}}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("(-want +got)\n%s", d)
		}
	}
	if err := l.Call(deadline(t), "steps", nil, nil); err != nil { // nobody asked for progress
		t.Error(err)
	}
	mcp.ReportProgress(context.Background(), mcp.Progress{Progress: 1}) // belongs to no request
}

func TestAfterTheEndOfTheStreamAnswersStillGoOut(t *testing.T) {
	t.Parallel()
	in, toIn := io.Pipe()
	fromOut, out := io.Pipe()
	c := mcp.NewConn(mcp.Stdio(in, out), mcp.ConnOptions{Handler: echo})
	served := make(chan error, 1)
	go func() { served <- c.Serve(context.Background()) }()
	go func() {
		_, _ = io.WriteString(toIn, `{"jsonrpc":"2.0","id":1,"method":"m","params":[1]}`)
		_ = toIn.Close()
	}()
	said, err := io.ReadAll(fromOut)
	if want := `{"jsonrpc":"2.0","id":1,"result":[1]}` + "\n"; err != nil || string(said) != want {
		t.Errorf("said %q, %v; want %q", said, err, want)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v, want nil at a clean end", err)
	}
}

func TestServeReturnsOnceEveryHandlerHas(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule string
		end  func(cancel context.CancelFunc, c *mcp.Conn, other io.Closer)
		want error
	}{
		{"the peer hangs up", func(_ context.CancelFunc, _ *mcp.Conn, other io.Closer) { _ = other.Close() }, nil},
		{"Close", func(_ context.CancelFunc, c *mcp.Conn, _ io.Closer) { _ = c.Close() }, nil},
		{"ctx ends", func(cancel context.CancelFunc, _ *mcp.Conn, _ io.Closer) { cancel() }, context.Canceled},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			box := newToolbox()
			a, b := pair()
			defer b.Close()
			var ended atomic.Bool
			c := mcp.NewConn(a, mcp.ConnOptions{Grace: 10 * time.Millisecond, Handler: func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
				defer ended.Store(true)
				return box.Call(ctx, "wait", nil)
			}})
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			served := make(chan error, 1)
			go func() { served <- c.Serve(ctx) }()
			byHand(t, b).send(`{"jsonrpc":"2.0","id":1,"method":"m"}`)
			<-box.waiting
			tt.end(cancel, c, b)
			if err := <-served; !errors.Is(err, tt.want) {
				t.Errorf("Serve: %v, want %v", err, tt.want)
			}
			if !ended.Load() {
				t.Error("the handler was still running")
			}
			<-c.Done()
			if err := c.Call(deadline(t), "m", nil, nil); !errors.Is(err, mcp.ErrClosed) {
				t.Errorf("a call afterwards: %v, want ErrClosed", err)
			}
		})
	}
}

func TestCallsFailWhenThePeerHangsUp(t *testing.T) {
	t.Parallel()
	c, other := serve(t, mcp.ConnOptions{})
	called := make(chan error, 1)
	go func() { called <- c.Call(deadline(t), "m", nil, nil) }()
	byHand(t, other).next()
	_ = other.Close()
	if err := <-called; !errors.Is(err, mcp.ErrClosed) {
		t.Errorf("%v, want ErrClosed", err)
	}
}

func TestACallDoesNotHangOnAPeerThatReadsNothing(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, mcp.ConnOptions{})
	for _, size := range []int{10, 4 << 20, 4 << 20} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		err := c.Call(ctx, "m", strings.Repeat("x", size), nil)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, want DeadlineExceeded", err)
		}
	}
}

func TestAnIdInUseIsRefused(t *testing.T) {
	t.Parallel()
	box := newToolbox()
	_, stream := serve(t, mcp.ConnOptions{Handler: func(ctx context.Context, c *mcp.Conn, req *mcp.Request) (any, error) {
		return box.Call(ctx, req.Method, req.Params)
	}})
	w := byHand(t, stream)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"wait"}`)
	<-box.waiting
	w.send(`{"jsonrpc":"2.0","id":1,"method":"echo","params":{}}`)
	if got := w.next(); !strings.Contains(got, "-32600") {
		t.Errorf("the same id again: %s", got)
	}
}

func TestCloseBeforeServe(t *testing.T) {
	t.Parallel()
	a, b := pair()
	defer b.Close()
	c := mcp.NewConn(a, mcp.ConnOptions{})
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	<-c.Done()
	if err := c.Serve(context.Background()); !errors.Is(err, mcp.ErrClosed) {
		t.Errorf("Serve after Close: %v", err)
	}
}

func TestRawMessagesMayHaveLinesAndFramesHaveNone(t *testing.T) {
	t.Parallel()
	l, _ := connected(t, mcp.ConnOptions{}, mcp.ConnOptions{Handler: echo})
	var got json.RawMessage
	if err := l.Call(deadline(t), "m", raw("{\n \"a\": \"\\n\",\r\n \"b\": 1}"), &got); err != nil {
		t.Fatal(err)
	}
	if want := "{  \"a\": \"\\n\",   \"b\": 1}"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWhatIsAnsweredAtOnceIsAnsweredWhereItIsRead: nothing behind it is looked at before.
func TestWhatIsAnsweredAtOnceIsAnsweredWhereItIsRead(t *testing.T) {
	t.Parallel()
	var overtaken atomic.Bool
	handler := func(_ context.Context, _ *mcp.Conn, req *mcp.Request) (any, error) {
		switch req.Method {
		case "quick":
			time.Sleep(20 * time.Millisecond) // on a goroutine of its own it would be overtaken
			return overtaken.Load(), nil
		case "panics":
			panic("oh")
		}
		overtaken.Store(true)
		return true, nil
	}
	_, other := serve(t, mcp.ConnOptions{Handler: handler, AtOnce: func(method string) bool { return method != "behind" }})
	w := byHand(t, other)
	w.send(`{"jsonrpc":"2.0","id":1,"method":"quick"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"panics"}` + "\n" + `{"jsonrpc":"2.0","id":3,"method":"behind"}`)
	for _, want := range []string{`{"jsonrpc":"2.0","id":1,"result":false}`, `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"internal error in panics: oh"}}`, `{"jsonrpc":"2.0","id":3,"result":true}`} {
		if got := w.next(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
