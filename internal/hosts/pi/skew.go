package pi

import (
	"errors"
	"fmt"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/version"
)

// belowFloor is what a model reads of a daemon that is older than this binary needs, or
// "". No tool is withdrawn for it: most work, and one that does not says so.
func belowFloor(daemonVersion string) string {
	if !older(daemonVersion, version.Floor) {
		return ""
	}
	return fmt.Sprintf("The gortex daemon is version %s, older than this session needs (%s): a tool may misbehave. Ask the user to run `gortex daemon restart`.", daemonVersion, version.Floor)
}

func withSkew(text, more string) string {
	if text == "" || more == "" {
		return text
	}
	return text + "\n\n" + more
}

// met is what the user is told of the daemon that the session found: err is why there
// is no connection, hello what it said of itself. A daemon that merely does not run is
// no matter for the user: it is started, or the model is told.
func (s *state) met(hello client.Hello, err error) []Effect {
	switch {
	case errors.Is(err, client.ErrSkew):
		return s.warn("gortex: " + err.Error() + ". Sessions that are open keep their tools.")
	case err == nil && older(hello.Version, version.Floor):
		return s.warn(fmt.Sprintf("gortex: the daemon is version %s, older than this gortex %s needs (%s). Run `gortex daemon restart`.", hello.Version, version.Version, version.Floor))
	}
	return nil
}
