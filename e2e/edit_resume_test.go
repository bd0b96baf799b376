package e2e

import "testing"

// TestARowIsDrawnAgainAfterAResume: what Pi's terminal draws of an edit's details, it
// draws in the process that made the edit and in one that continues the session.
func TestARowIsDrawnAgainAfterAResume(t *testing.T) {
	eachPi(t, func(t *testing.T, pi piVersion) {
		if pi.native && !pi.renders {
			t.Skip("no extension can draw the rows of this Pi's MCP tools")
		}
		w := editWorld(t)
		sessions := t.TempDir()
		w.pi(run{Version: pi.version, Mode: "rpc", Args: []string{"--session-dir", sessions}, Steps: []any{args{"prompt": "go"}},
			Script: []turn{
				calls(call{pi.tool("edit"), edits("a.txt", "two\n", "2\n")}),
				calls(call{pi.tool("edit"), edits("large.txt", "needle\n", "found\n")}),
				{Text: "finished"},
			}})
		s := w.look(run{Version: pi.version, Args: []string{"--session-dir", sessions, "--continue"}, Script: []turn{}})
		s.shows("finished", "-2 two", "+2 2", "no diff: large.txt is larger than diff.max_file_bytes")
	})
}
