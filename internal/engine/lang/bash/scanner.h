#include "../treesitter/scanner.h"

// What stands before the two functions of the grammar's external scanner that end the
// process over some sources.
bool bash_scan(void *scanner, lexer *, const bool *valid);
unsigned bash_serialize(void *scanner, char *state);
