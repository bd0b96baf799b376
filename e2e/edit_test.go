package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// detailsByCall returns the details of every tool result in a session, by the call's id.
func detailsByCall(out report) map[string]map[string]any {
	all := map[string]map[string]any{}
	data, _ := out.Steps[len(out.Steps)-1]["data"].(map[string]any)
	entries, _ := data["entries"].([]any)
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		message, _ := entry["message"].(map[string]any)
		if id, ok := message["toolCallId"].(string); ok {
			all[id], _ = message["details"].(map[string]any)
		}
	}
	return all
}

func edits(file string, pairs ...string) args {
	var all []any
	for i := 0; i < len(pairs); i += 2 {
		all = append(all, args{"old": pairs[i], "new": pairs[i+1]})
	}
	return args{"file": file, "edits": all}
}

// TestEditsHaveExactDiffsOrANote plays every kind of edit on real Pi.
func TestEditsHaveExactDiffsOrANote(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm", "git", "go")
	for _, pi := range pis {
		t.Run("Pi "+pi.version, func(t *testing.T) {
			t.Parallel()
			w := editWorld(t)
			edit := pi.tool("edit")
			write := args{"file": "d.txt", "operation": "write", "content": "new\n", "create": true}
			sessions := t.TempDir()
			out := w.pi(run{Version: pi.version, Mode: "rpc", Args: []string{"--session-dir", sessions},
				Steps: []any{args{"prompt": "go"}},
				Script: []turn{
					calls(call{edit, edits("a.txt", "two\n", "2\n")}),
					calls(call{edit, edits("b.txt", "one\n", "1\n")}, call{edit, edits("b.txt", "two\n", "2\n")}, call{edit, edits("b.txt", "three\n", "3\n")}),
					calls(call{edit, edits("a.txt", "three\n", "3\n")}, call{edit, edits("c.txt", "three\n", "drei\n")}),
					calls(call{edit, args{"operation": "batch", "changes": []any{edits("a.txt", "one\n", "1\n"), edits("c.txt", "one\n", "eins\n"), write}}}),
					calls(call{edit, edits("large.txt", "needle\n", "found\n")}, call{edit, edits("binary", "one", "two")}),
					calls(call{edit, edits("c.txt", "t w o\n", "x\n")}, call{edit, edits("out.txt", "secret", "x")}, call{edit, edits("../outside.txt", "secret", "x")}, call{edit, edits("readonly.txt", "one\n", "x\n")}),
					{Text: "finished"},
				}})
			// What counts is what another process reads from the session's file.
			details := detailsByCall(w.pi(run{Version: pi.version, Mode: "rpc", Args: []string{"--session-dir", sessions, "--continue"},
				Steps: []any{args{"command": args{"type": "get_entries"}}}}))
			for _, tt := range []struct {
				rule, call string
				diff       string // of which each line is in the diff, and no other change
			}{
				{"single", "call_1_0", "-2 two|+2 2"},
				{"parallel on one file, the first", "call_2_0", "-1 one|+1 1"},
				{"parallel on one file, the second", "call_2_1", "-2 two|+2 2"},
				{"parallel on one file, the third", "call_2_2", "-3 three|+3 3"},
				{"parallel on several, the first", "call_3_0", "-3 three|+3 3"},
				{"parallel on several, the second", "call_3_1", "-3 three|+3 drei"},
				{"a batch", "call_4_0", "-1 one|+1 1|-1 one|+1 eins|+1 new"},
			} {
				diff, _ := details[tt.call]["diff"].(string)
				if got := changedLines(diff); got != tt.diff {
					t.Errorf("%s: %q, want %q in %v", tt.rule, got, tt.diff, details[tt.call])
				}
				if details[tt.call]["patch"] == "" || details[tt.call]["note"] != nil {
					t.Errorf("%s: %v", tt.rule, details[tt.call])
				}
			}
			if note, _ := details["call_5_0"]["note"].(string); !strings.Contains(note, "large.txt") || strings.Contains(note, "\n") || details["call_5_0"]["diff"] != nil {
				t.Errorf("over-large: %v", details["call_5_0"])
			}
			for _, tt := range []struct {
				rule       string
				turn, call int
				says       string
			}{
				{"binary", 5, 2, "not UTF-8"}, {"failed", 6, 1, "white space only"}, {"symlink out", 6, 2, "outside the tracked"},
				{"..", 6, 3, "outside the tracked"}, {"read-only", 6, 4, "read-only"},
			} {
				if got := out.result(t, tt.turn, tt.call); !strings.Contains(got, tt.says) {
					t.Errorf("%s: %s", tt.rule, got)
				}
				if d := details[fmt.Sprintf("call_%d_%d", tt.turn, tt.call-1)]; d["diff"] != nil || d["note"] != nil {
					t.Errorf("%s has details of a diff: %v", tt.rule, d)
				}
			}
			for i, r := range out.Requests {
				for _, said := range r.said("tool") {
					if strings.Contains(said, "gortex_diff") || strings.Contains(said, "@@ ") || strings.Contains(said, "drei") {
						t.Errorf("request %d: the model read a diff: %s", i+1, said)
					}
				}
			}
			if got := w.read("a.txt") + w.read("b.txt") + w.read("c.txt") + w.read("d.txt"); got != "1\n2\n3\n1\n2\n3\neins\ntwo\ndrei\nnew\n" {
				t.Errorf("on disk: %q", got)
			}
			if b, err := os.ReadFile(filepath.Join(filepath.Dir(w.repo), "outside.txt")); err != nil || string(b) != "secret\n" {
				t.Errorf("outside: %q, %v", b, err)
			}
		})
	}
}

// changedLines are the lines of a diff that are no context.
func changedLines(diff string) string {
	var changed []string
	for line := range strings.SplitSeq(diff, "\n") {
		if strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") {
			changed = append(changed, line)
		}
	}
	return strings.Join(changed, "|")
}

func editWorld(t *testing.T) *world {
	t.Helper()
	const three = "one\ntwo\nthree\n"
	w := newWorld(t, map[string]string{"a.txt": three, "b.txt": three, "c.txt": three, "readonly.txt": three,
		"binary": "one\x00two", "large.txt": strings.Repeat("hay hay hay hay\n", 70_000) + "needle\n"})
	outside := filepath.Join(filepath.Dir(w.repo), "outside.txt")
	if err := os.WriteFile(outside, []byte("secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(w.repo, "out.txt")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(w.repo, "readonly.txt"), 0o444); err != nil {
		t.Fatal(err)
	}
	w.gortex("init", "--quiet")
	return w
}

// TestEditsOfScriptsAndOfServersWithoutAShim: codemode makes the first, a user's own
// mcp.json the second.
func TestEditsOfScriptsAndOfServersWithoutAShim(t *testing.T) {
	eachNative(t, func(t *testing.T, pi piVersion) {
		w := editWorld(t)
		const edit, other = "mcp__gortex__edit", "mcp__graph__edit"
		script := `const a = await tools.mcp__gortex__edit({file: "b.txt", edits: [{old: "one\n", new: "1\n"}]});
await tools.mcp__gortex__edit({file: "b.txt", edits: [{old: "two\n", new: "2\n"}]}); return "done";`
		out := w.pi(run{Version: pi.version, Mode: "rpc", Setting: args{"defaultTools": []string{"+codemode"}},
			MCP:   args{"mcpServers": args{"graph": args{"command": w.bin, "args": []string{"mcp"}, "exposure": "direct"}}},
			Steps: []any{args{"prompt": "go"}, args{"command": args{"type": "get_entries"}}},
			Script: []turn{
				calls(call{"codemode", args{"code": script}}),
				calls(call{other, edits("a.txt", "two\n", "2\n")}),
				calls(call{other, edits("a.txt", "one\n", "1\n")}, call{other, edits("a.txt", "three\n", "3\n")}),
				calls(call{other, edits("c.txt", "one\n", "1\n")}, call{"bash", args{"command": "true"}}),
				{Text: "finished"},
			}})
		details := detailsByCall(out)
		if diff, _ := details["call_1_0"]["diff"].(string); changedLines(diff) != "-1 one|+1 1|-2 two|+2 2" {
			t.Errorf("a script's: %v\n%s", details["call_1_0"], out.result(t, 1, 1))
		}
		if diff, _ := details["call_2_0"]["diff"].(string); changedLines(diff) != "-2 two|+2 2" {
			t.Errorf("without a shim: %v\n%s", details["call_2_0"], out.result(t, 2, 1))
		}
		for id, says := range map[string]string{"call_3_0": "several calls wrote a.txt", "call_3_1": "several calls wrote a.txt", "call_4_0": "a shell command ran beside"} {
			if note, _ := details[id]["note"].(string); !strings.Contains(note, says) || details[id]["diff"] != nil {
				t.Errorf("%s: %v, want %q", id, details[id], says)
			}
		}
	})
}
