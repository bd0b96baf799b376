// Package all imports every host for effect: whoever imports it can find them all
// in the registry. Nothing else lives here.
package all

import (
	_ "github.com/gortexhq/gortex/internal/hosts/claude" // "claude"
	_ "github.com/gortexhq/gortex/internal/hosts/gemini" // "gemini"
	_ "github.com/gortexhq/gortex/internal/hosts/pi"     // "pi"
)
