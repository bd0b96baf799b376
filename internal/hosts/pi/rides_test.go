package pi

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
)

// passing is a bridge in a session whose own mcp.json runs `gortex mcp`: no shim, and
// calls that it sees come and go.
type passing struct {
	*wire
	cwd string
	id  int
}

func newPassing(t *testing.T) *passing {
	t.Helper()
	_, cwd := repository(t)
	w := startBridge(t, newFakeDaemon(), nil)
	w.send(strings.Replace(nativeHello, `"session_id"`, fmt.Sprintf(`"cwd":%q,"session_id"`, cwd), 1))
	w.result(1)
	return &passing{w, cwd, 10}
}

func (p *passing) event(params string) []any {
	p.t.Helper()
	p.id++
	p.send(event(p.id, params))
	return effectsOf(p.result(float64(p.id)))
}

func (p *passing) call(batch int, id, tool, input string) {
	p.t.Helper()
	p.event(fmt.Sprintf(`{"type":"tool_call","batch":%d,"toolCallId":%q,"toolName":%q,"input":%s}`, batch, id, tool, input))
}

// edited ends a call that wrote a file, and returns the details it got.
func (p *passing) edited(id, tool, name, before, after, parent string) diffDetails {
	p.t.Helper()
	write(p.t, filepath.Join(p.cwd, name), after)
	return p.details(p.event(fmt.Sprintf(`{"type":"tool_result","toolCallId":%q,"parentToolCallId":%q,"toolName":%q,"input":{},"details":{"server":"gortex"},"structuredContent":{"content":[],"structuredContent":%s}}`,
		id, parent, tool, edited("sub/"+name, before, after))))
}

func (p *passing) details(effects []any) (d diffDetails) {
	p.t.Helper()
	if len(effects) == 0 {
		return d
	}
	raw, _ := json.Marshal(effects[0].(map[string]any)["details"])
	if err := json.Unmarshal(raw, &d); err != nil || len(effects) != 1 {
		p.t.Fatalf("%v: %v", effects, err)
	}
	return d
}

const (
	nativeEdit = "mcp__gortex__edit"
	editsA     = `{"file":"a.go","edits":[{"old":"x","new":"y"}]}`
)

func TestWithoutAShimTheReadsRideOnPisEvents(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		tool   string
		beside func(p *passing) // in the batch, or between call and result
		want   string           // in the diff, or after "note: "
	}{
		"a call alone has its diff":                 {nativeEdit, nil, "+1 y"},
		"whatever the user calls the server":        {"mcp__graph__edit", nil, "+1 y"},
		"a call on another file does not disturb":   {nativeEdit, func(p *passing) { p.call(1, "2", nativeEdit, `{"file":"b.go"}`) }, "+1 y"},
		"two calls in flight on a file have none":   {nativeEdit, func(p *passing) { p.call(1, "2", nativeEdit, editsA) }, "note: several calls wrote sub/a.go at once"},
		"by another spelling too":                   {nativeEdit, func(p *passing) { p.call(1, "2", nativeEdit, `{"file":"link.go"}`) }, "note: several calls wrote sub/a.go at once"},
		"Pi's own edit counts":                      {nativeEdit, func(p *passing) { p.call(1, "2", "edit", `{"path":"a.go","edits":[]}`) }, "note: several calls"},
		"Pi's own write counts":                     {nativeEdit, func(p *passing) { p.call(1, "2", "write", `{"path":"@a.go","content":""}`) }, "note: several calls"},
		"a shell command in the batch has the note": {nativeEdit, func(p *passing) { p.call(1, "2", "bash", `{"command":"make"}`) }, "note: a shell command ran beside"},
		"a command of the batch before is over":     {nativeEdit, nil, "+1 y"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPassing(t)
				write(t, filepath.Join(p.cwd, "a.go"), "x\n")
				write(t, filepath.Join(p.cwd, "b.go"), "x\n")
				if err := os.Symlink("a.go", filepath.Join(p.cwd, "link.go")); err != nil {
					t.Fatal(err)
				}
				if strings.Contains(name, "batch before") {
					p.call(7, "0", "bash", `{"command":"make"}`)
				}
				p.call(1, "1", tt.tool, editsA)
				if tt.beside != nil {
					tt.beside(p)
				}
				got := p.edited("1", tt.tool, "a.go", "x\n", "y\n", "")
				if note, ok := strings.CutPrefix(tt.want, "note: "); ok {
					if got.Diff != "" || !strings.Contains(got.Note, note) {
						t.Errorf("%+v, want a note with %q", got, note)
					}
				} else if !strings.Contains(got.Diff, tt.want) || got.Note != "" {
					t.Errorf("%+v, want %q", got, tt.want)
				}
			})
		})
	}
}

func TestWhatAnotherWroteInBetweenIsANote(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPassing(t)
		write(t, filepath.Join(p.cwd, "a.go"), "x\n")
		p.call(1, "1", nativeEdit, editsA)
		if got := p.edited("1", nativeEdit, "a.go", "z\n", "y\n", ""); got.Diff != "" || !strings.Contains(got.Note, "by something else") {
			t.Errorf("%+v", got)
		}
	})
}

func TestAScriptsEditsAreInItsOwnDetails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPassing(t)
		p.call(1, "9", "codemode", `{"code":"…"}`)
		for i, name := range []string{"a.go", "b.go"} {
			write(t, filepath.Join(p.cwd, name), "x\n")
			id := fmt.Sprint("9/", i+1)
			p.call(1, id, nativeEdit, fmt.Sprintf(`{"file":%q}`, name))
			if got := p.edited(id, nativeEdit, name, "x\n", "y\n", "9"); !strings.Contains(got.Diff, "+1 y") {
				t.Errorf("%s: %+v", name, got)
			}
		}
		got := p.details(p.event(`{"type":"tool_result","toolCallId":"9","toolName":"codemode","input":{},"details":{}}`))
		if len(got.Files) != 2 || got.Files[1].Path != "sub/b.go" || !strings.Contains(got.Diff, "sub/a.go\n-1 x\n+1 y") || strings.Count(got.Patch, "+++ ") != 2 {
			t.Errorf("%+v", got)
		}
		if again := p.event(`{"type":"tool_result","toolCallId":"9","toolName":"codemode","input":{}}`); len(again) != 0 {
			t.Errorf("twice: %v", again)
		}
	})
}

func TestABlockedCallIsNotInFlight(t *testing.T) {
	t.Parallel()
	var r rides
	_, cwd := repository(t)
	d := &differ{cwd: cwd, maxBytes: 1000}
	r.takeOff(Event{Batch: 1, ToolCallID: "1", ToolName: "bash"}, d, "")
	r.takeOff(Event{Batch: 1, ToolCallID: "2", ToolName: "write", Input: json.RawMessage(`{"path":"a"}`)}, d, "")
	r.blocked("1")
	r.blocked("2")
	if len(r.flying)+len(r.shells) != 0 {
		t.Errorf("%v, %v", r.flying, r.shells)
	}
}
