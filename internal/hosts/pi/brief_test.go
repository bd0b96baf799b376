package pi

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client"
)

// Whether the folder is covered is the daemon's to say; the user has tracked it perhaps.
func TestABriefingOfASlowDaemonSaysNothingOfCoverage(t *testing.T) {
	t.Parallel()
	for _, err := range []error{context.DeadlineExceeded, fmt.Errorf("ask the daemon: %w", context.DeadlineExceeded)} {
		text := withoutDaemon(err, client.BriefRequest{CWD: "/r"}).Text()
		if !strings.Contains(text, "busy and not broken") {
			t.Errorf("not busy: %s", text)
		}
		for _, claim := range []string{"covered", "gortex init", "gortex track", "Work without it", "is stopped"} {
			if strings.Contains(text, claim) {
				t.Errorf("claims %q: %s", claim, text)
			}
		}
	}
}
