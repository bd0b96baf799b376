package treesitter

// #include "scanner.h"
import "C"

import "unsafe"

// Mended returns a grammar with C functions in the place of those of its external
// scanner that end the process over some sources; nil leaves one as it is. They are
// of the types that scanner.h declares.
func Mended(grammar, scan, serialize unsafe.Pointer) unsafe.Pointer {
	mended := C.language_mended(grammar, (*C.scanner_scan)(scan), (*C.scanner_serialize)(serialize))
	if mended == nil {
		panic("this grammar is of a version whose layout is not known here")
	}
	return unsafe.Pointer(mended)
}
