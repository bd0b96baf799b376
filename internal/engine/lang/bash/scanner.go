package bash

// #include "scanner.h"
import "C"

import (
	"unsafe"

	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

// grammar is Bash's with a scanner that survives every source.
func grammar() unsafe.Pointer {
	return treesitter.Mended(bash.Language(), unsafe.Pointer(C.bash_scan), unsafe.Pointer(C.bash_serialize))
}
