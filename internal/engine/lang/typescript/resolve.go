package typescript

import "github.com/gortexhq/gortex/internal/engine/lang"

func (l *language) NewResolver(files lang.Files) lang.Resolver { return none{} }

type none struct{}

func (none) Resolve(from, module string) []string { return nil }
