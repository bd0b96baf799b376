package pi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// with adds variables to an environment.
func with(getenv func(string) string, more map[string]string) func(string) string {
	return func(name string) string {
		if value, set := more[name]; set {
			return value
		}
		return getenv(name)
	}
}

// hello is nativeHello for a folder, in a project that Pi trusts or does not.
func hello(cwd string, trusted bool) string {
	return strings.Replace(nativeHello, `"session_id"`, fmt.Sprintf(`"trusted":%v,"cwd":%s,"session_id"`, trusted, quote(cwd)), 1)
}

func TestADecisionHasTheTimeThatIsConfiguredUnderTheExtensionsTimer(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]time.Duration{
		"":       mostHookTime,
		"100ms":  100 * time.Millisecond,
		"1200ms": 1200 * time.Millisecond,
		"60s":    mostHookTime,
	} {
		t.Run(value, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				left := make(chan time.Duration, 1)
				d := newFakeDaemon()
				d.decide = func(ctx context.Context, _ client.HookRequest) (decision, error) {
					deadline, _ := ctx.Deadline()
					left <- time.Until(deadline)
					return decision{}, nil
				}
				w := startBridgeIn(t, with(quiet(t), map[string]string{"GORTEX_TIMEOUT_HOOK": value}), d, nil)
				w.send(nativeHello)
				w.send(nativeTools)
				w.send(event(3, `{"type":"tool_call","toolName":"bash","input":{}}`))
				w.result(3)
				if got := <-left; got != want {
					t.Errorf("%v, want %v", got, want)
				}
			})
		})
	}
}

func TestTheShimHearsOfAProjectThatSetsWhatItActsOn(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file    string
		trusted bool
		want    []any
	}{
		"a preset":             {"[tools]\npreset = \"read\"\n", true, []any{"pi", "mcp-shim", "--trusted"}},
		"a limit":              {"[limits]\nframe_bytes = \"1 MiB\"\n", true, []any{"pi", "mcp-shim", "--trusted"}},
		"what is so anyway":    {"[tools]\npreset = \"core\"\n", true, nil},
		"what the bridge does": {"[hook]\nposture = \"nudge\"\n", true, nil},
		"without Pi's trust":   {"[tools]\npreset = \"read\"\n", false, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cwd := t.TempDir()
			write(t, filepath.Join(cwd, ".gortex.toml"), tt.file)
			w := startBridge(t, newFakeDaemon(), nil)
			w.send(hello(cwd, tt.trusted))
			var args []any
			for _, effect := range effectsOf(w.result(1)) {
				if e := effect.(map[string]any); e["type"] == "server.register" {
					args = e["config"].(map[string]any)["args"].([]any)
				}
			}
			if diff := cmp.Diff(tt.want, args); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheShimReadsAProjectsFilesWherePiTrustsIt(t *testing.T) {
	t.Parallel()
	cwd := t.TempDir()
	write(t, filepath.Join(cwd, ".gortex.toml"), "[tools]\npreset = \"read\"\n")
	for trusted, want := range map[bool]int{false: len(catalog.Tools("")), true: len(catalog.Tools("read"))} {
		o := ShimOptions{Options: Options{Getenv: quiet(t), CWD: cwd}, Trusted: trusted}
		w := start(t, func(in io.Reader, out io.Writer) error { return RunShim(context.Background(), in, out, o) })
		w.send(listTools)
		if tools, _ := w.result(2)["tools"].([]any); len(tools) != want {
			t.Errorf("trusted %v: %d tools, want %d", trusted, len(tools), want)
		}
		w.in.Close()
		w.end()
	}
}

// padded is a message of more than a mebibyte, and less than two.
func padded(id int, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{"pad":%q}}`, id, method, strings.Repeat("x", 3<<19))
}

func TestTheProjectsLimitOfAFrameCountsFromHelloOn(t *testing.T) {
	t.Parallel()
	cwd := t.TempDir()
	write(t, filepath.Join(cwd, ".gortex.toml"), "[limits]\nframe_bytes = \"1 MiB\"\n")
	w := startBridge(t, newFakeDaemon(), nil)
	w.send(padded(7, "event"))
	w.result(7)
	w.send(hello(cwd, true))
	w.result(1)
	tooLarge(t, w)
}

func TestTheShimHasTheUsersLimitOfAFrame(t *testing.T) {
	t.Parallel()
	o := ShimOptions{Options: Options{Getenv: with(quiet(t), map[string]string{"GORTEX_FRAME_BYTES": "1 MiB"}), CWD: t.TempDir()}}
	w := start(t, func(in io.Reader, out io.Writer) error { return RunShim(context.Background(), in, out, o) })
	tooLarge(t, w)
}

// tooLarge sees the far end end at a frame above its limit.
func tooLarge(t *testing.T, w *wire) {
	t.Helper()
	go io.WriteString(w.in, padded(8, "ping")+"\n") //nolint:errcheck // the pipe is closed in mid-frame
	select {
	case err := <-w.ended:
		if !errors.Is(err, mcp.ErrFrameTooLarge) {
			t.Errorf("ended with %v", err)
		}
		w.ended <- nil
	case <-time.After(patience):
		t.Error("it does not end")
	}
}
