// Package all registers every language that gortex reads.
package all

import (
	_ "github.com/gortexhq/gortex/internal/engine/lang/bash"
	_ "github.com/gortexhq/gortex/internal/engine/lang/c"
	_ "github.com/gortexhq/gortex/internal/engine/lang/csharp"
	_ "github.com/gortexhq/gortex/internal/engine/lang/golang"
	_ "github.com/gortexhq/gortex/internal/engine/lang/java"
	_ "github.com/gortexhq/gortex/internal/engine/lang/php"
	_ "github.com/gortexhq/gortex/internal/engine/lang/python"
	_ "github.com/gortexhq/gortex/internal/engine/lang/ruby"
	_ "github.com/gortexhq/gortex/internal/engine/lang/rust"
	_ "github.com/gortexhq/gortex/internal/engine/lang/scala"
	_ "github.com/gortexhq/gortex/internal/engine/lang/typescript"
)
