package ruby

// #include "scanner.h"
import "C"

import (
	"unsafe"

	ruby "github.com/tree-sitter/tree-sitter-ruby/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

// grammar is Ruby's with a scanner that survives every source.
func grammar() unsafe.Pointer {
	return treesitter.Mended(ruby.Language(), nil, unsafe.Pointer(C.ruby_serialize))
}
