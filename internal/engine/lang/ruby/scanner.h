#include "../treesitter/scanner.h"

// ruby_serialize stands before that of the grammar's external scanner, which ends the
// process over some sources.
unsigned ruby_serialize(void *scanner, char *state);
