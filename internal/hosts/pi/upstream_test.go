package pi

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

func TestACallOutlivesTheDaemon(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tool  string
		calls int32
		want  string
	}{
		"one that reads is made again":       {"search", 2, "found"},
		"one that writes says what happened": {"edit", 1, "not known whether the change was made"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var calls atomic.Int32
				var f *fakeTools
				f = newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
					if calls.Add(1) == 1 {
						f.drop()
						<-ctx.Done()
					}
					return mcp.Text("found"), nil
				})
				u := newUpstream(f.connect, func() {}, time.Minute)
				defer u.close()
				got, err := u.call(t.Context(), tt.tool, json.RawMessage(`{}`), nil)
				if err != nil || !strings.Contains(string(got), tt.want) || calls.Load() != tt.calls {
					t.Errorf("%s, %v after %d calls; want %q after %d", got, err, calls.Load(), tt.want, tt.calls)
				}
			})
		})
	}
}

func TestWithoutADaemonACallSaysSoAtOnce(t *testing.T) {
	t.Parallel()
	dialed := 0
	u := newUpstream(func(context.Context, func()) (*mcp.Client, error) {
		dialed++
		return nil, errors.New("nobody there")
	}, func() {}, time.Minute)
	defer u.close()
	u.notYet, u.err = time.Now().Add(time.Hour), errors.New("nobody there")
	got, err := u.call(t.Context(), "search", json.RawMessage(`{}`), nil)
	if err != nil || dialed != 0 || !strings.Contains(string(got), "nobody there") || !strings.Contains(string(got), "gortex daemon start") || !strings.Contains(string(got), `"isError":true`) {
		t.Errorf("%s, %v after %d attempts", got, err, dialed)
	}
}

func TestACallHasALimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := newFakeTools(func(ctx context.Context, _ string, _ json.RawMessage) (*mcp.ToolResult, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		u := newUpstream(f.connect, func() {}, 50*time.Millisecond)
		defer u.close()
		began := time.Now()
		got, err := u.call(t.Context(), "search", json.RawMessage(`{}`), nil)
		if took := time.Since(began); err != nil || !strings.Contains(string(got), "no answer within 50ms") || took != 50*time.Millisecond {
			t.Errorf("%s, %v after %v", got, err, took)
		}
	})
}

func TestTheDaemonsOwnErrorGoesThrough(t *testing.T) {
	t.Parallel()
	f := newFakeTools(func(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) {
		return nil, &mcp.Error{Code: mcp.CodeInvalidParams, Message: "no such tool"}
	})
	u := newUpstream(f.connect, func() {}, time.Minute)
	defer u.close()
	_, err := u.call(t.Context(), "nope", json.RawMessage(`{}`), nil)
	if refusal, ok := errors.AsType[*mcp.Error](err); !ok || refusal.Message != "no such tool" {
		t.Errorf("%v", err)
	}
}

func TestALargeResultIsCut(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("äö<\n", 5000)
	result, err := json.Marshal(map[string]any{"content": []any{
		map[string]any{"type": "image", "data": big}, map[string]any{"type": "text", "text": "first"}, map[string]any{"type": "text", "text": big},
	}, "structuredContent": map[string]any{"x": big}, "isError": true})
	if err != nil {
		t.Fatal(err)
	}
	if got := cut(result, len(result)); string(got) != string(result) {
		t.Error("what fits was changed")
	}
	got := cut(result, 20_000)
	var r struct {
		Content []struct{ Type, Text string }
		IsError bool
	}
	if err := json.Unmarshal(got, &r); err != nil || len(got) > 20_000 {
		t.Fatalf("%d bytes, %v", len(got), err)
	}
	last := r.Content[len(r.Content)-1].Text
	if r.Content[0].Text != "first" || !strings.HasPrefix(big, r.Content[1].Text) || r.Content[1].Text == "" || !strings.Contains(last, "[cut:") || !r.IsError {
		t.Errorf("%.200s", got)
	}
	if got := cut([]byte(`"`+big+`"`), 1000); !json.Valid(got) || len(got) > 1000 {
		t.Errorf("no result at all: %.200s", got)
	}
}
