package e2e

import (
	"context"
	"os/exec"
	"strings"
	"testing"
)

// TestRowsOfEditsAreDrawnByPi plays edit-drawing.mjs with the Node that Pi runs on.
func TestRowsOfEditsAreDrawnByPi(t *testing.T) {
	t.Parallel()
	need(t, "node", "npm")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	node, err := exec.CommandContext(ctx, "node", "--input-type=module", "-e",
		`import { installPi } from "./rig/pi.mjs"; console.log((await installPi("1.6.0")).node)`).Output()
	if err != nil {
		t.Fatalf("find Pi's Node: %v", err)
	}
	if out, err := exec.CommandContext(ctx, strings.TrimSpace(string(node)), "--test", "edit-drawing.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
