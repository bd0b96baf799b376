package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/gortexhq/gortex/internal/tools"
)

// watched is a context that counts how often it is looked at, and ends after so many looks.
type watched struct {
	context.Context
	end   context.CancelFunc
	looks atomic.Int64
	most  int64 // 0: it does not end
}

func watch(most int64) *watched {
	ctx, end := context.WithCancel(context.Background())
	return &watched{Context: ctx, end: end, most: most}
}

func (w *watched) Err() error {
	if w.looks.Add(1) == w.most {
		w.end()
	}
	return w.Context.Err()
}

// knotted is a repository in which everything reaches everything: n files of a class
// hierarchy and of functions that call each other across the files, which import each other.
func knotted(t *testing.T, n int) *shop {
	s := openShop(t)
	s.git("init", "-q", "-b", "main")
	for i := range n {
		var b strings.Builder
		for k := 1; k <= 4; k++ {
			fmt.Fprintf(&b, "from m%d import f%d_0, f%d_1, f%d_2, K%d\n", (i+k)%n, (i+k)%n, (i+k)%n, (i+k)%n, (i+k)%n)
		}
		fmt.Fprintf(&b, "\nclass K%d(%s):\n    def run(self):\n        f%d_0()\n\n", i, fmt.Sprintf("K%d", (i+1)%n), i)
		for f := range 3 {
			fmt.Fprintf(&b, "def f%d_%d(a=1):\n", i, f)
			for k := 1; k <= 4; k++ {
				fmt.Fprintf(&b, "    f%d_%d()  # TODO: less\n", (i+k)%n, (f+k)%3)
			}
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "def test_%d():\n    f%d_0()\n", i, i)
		s.write(fmt.Sprintf("m%d.py", i), b.String())
	}
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "first")
	s.track(s.root)
	return s
}

// Time is not asserted: what a call does between two looks at its context is a bounded
// number of steps, and one that finds it ended does nothing more.
func TestACancelledWalkGoesNoFurther(t *testing.T) {
	t.Parallel()
	const files = 200
	s := knotted(t, files)
	session := s.tools.Session(tools.SessionOptions{CWD: s.root, Client: "pi", Preset: "full"})
	for call, least := range map[string]int64{ // how often it has to look
		`relations {"operation":"usages","symbol":"f0_0","depth":5}`:                 15,
		`relations {"operation":"callers","symbol":"f0_0","depth":5}`:                15,
		`relations {"operation":"callees","symbol":"f0_0","depth":5}`:                15,
		`relations {"operation":"implementations","symbol":"K5","depth":5}`:          4,
		`relations {"operation":"dependents","file":"m0.py","depth":5}`:              15,
		`relations {"operation":"imports","file":"m0.py","depth":5}`:                 15,
		`change {"operation":"impact","symbol":"f0_0","depth":10}`:                   50,
		`change {"operation":"tests","symbol":"f0_0","depth":10}`:                    50,
		`change {"operation":"verify","symbol":"f0_0"}`:                              4,
		`change {"operation":"diagnostics","path":"."}`:                              files,
		`trace {"operation":"path","symbol":"f0_0","to":"f190_1"}`:                   files / 5,
		`trace {"operation":"path","symbol":"f0_0","to":"test_0"}`:                   files / 5, // there is none: all is looked at
		`trace {"operation":"tree","symbol":"f0_0","depth":8}`:                       40,
		`trace {"operation":"tree","symbol":"f0_0","depth":8,"direction":"callers"}`: 40,
		`analyze {"operation":"complexity"}`:                                         files,
		`analyze {"operation":"hotspots"}`:                                           files,
		`analyze {"operation":"dead_code"}`:                                          files,
		`analyze {"operation":"cycles"}`:                                             files,
		`analyze {"operation":"coupling"}`:                                           files,
		`analyze {"operation":"todos"}`:                                              files / 10,
		`search {"operation":"text","query":"f1_"}`:                                  files / 10,
		`explore {"task":"who calls f0_0 and K5"}`:                                   10,
	} {
		t.Run(call, func(t *testing.T) {
			t.Parallel()
			tool, arguments, _ := strings.Cut(call, " ")
			whole := watch(0)
			if r, err := session.Call(whole, tool, json.RawMessage(arguments)); err != nil || r.IsError {
				t.Fatalf("%v, %+v", err, r)
			}
			looks := whole.looks.Load()
			if looks < least {
				t.Errorf("it looked whether it is cancelled %d times, want at least %d", looks, least)
			}
			half := watch(max(looks/2, 1))
			_, err := session.Call(half, tool, json.RawMessage(arguments))
			if !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled half way it gave %v", err)
			}
			if after := half.looks.Load() - half.most; after > 12 {
				t.Errorf("it looked %d times more after it was cancelled: it went on", after)
			}
		})
	}
}
