package pi

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// TestAHandshakeHasASecondAttempt, after a pause, whichever way the first failed; when
// that fails too, the call says so, and no third is made for it.
func TestAHandshakeHasASecondAttempt(t *testing.T) {
	t.Parallel()
	refused := func(context.Context) error { return errors.New("refused") }
	silent := func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	}
	for name, tt := range map[string]struct {
		fails    []func(context.Context) error
		attempts int
		says     string
	}{
		"the first is refused":       {[]func(context.Context) error{refused}, 2, "found"},
		"nobody answers the first":   {[]func(context.Context) error{silent}, 2, "found"},
		"both are refused":           {[]func(context.Context) error{refused, refused}, 2, "cannot be reached (refused)"},
		"nobody answers either":      {[]func(context.Context) error{silent, silent}, 2, "cannot be reached"},
		"the second stays unheard":   {[]func(context.Context) error{refused, silent}, 2, "cannot be reached"},
		"the first one already does": {nil, 1, "found"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				f := newFakeTools(func(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) { return mcp.Text("found"), nil })
				var at []time.Time
				var ended time.Time
				u := newUpstream(func(ctx context.Context, changed func()) (*mcp.Client, error) {
					at = append(at, time.Now())
					if n := len(at) - 1; n < len(tt.fails) {
						err := tt.fails[n](ctx)
						ended = time.Now()
						return nil, err
					}
					return f.connect(ctx, changed)
				}, func() {}, time.Minute)
				defer f.drop()
				defer u.close()
				began := time.Now()
				got, err := u.call(t.Context(), "search", json.RawMessage(`{}`), nil)
				if err != nil || !strings.Contains(string(got), tt.says) || len(at) != tt.attempts {
					t.Errorf("%s, %v after %d attempts; want %q after %d", got, err, len(at), tt.says, tt.attempts)
				}
				if len(tt.fails) == 1 && at[1].Sub(ended) != connectRetry {
					t.Errorf("the second attempt came %v after the first", at[1].Sub(ended))
				}
				if took := time.Since(began); took > dialTimeout {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}
