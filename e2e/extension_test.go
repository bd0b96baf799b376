package e2e

import (
	"context"
	"os/exec"
	"strings"
	"testing"
)

// TestTheExtensionAlone plays extension.mjs with the Node that Pi runs on.
func TestTheExtensionAlone(t *testing.T) {
	need(t, "node", "npm")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	out, err := exec.CommandContext(ctx, "node", "--input-type=module", "-e",
		`import { installPi } from "./rig/pi.mjs"; console.log((await installPi("1.6.0")).node)`).Output()
	if err != nil {
		t.Fatalf("find Pi's Node: %v", err)
	}
	if out, err := exec.CommandContext(ctx, strings.TrimSpace(string(out)), "--test", "extension.mjs").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
