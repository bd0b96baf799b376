#ifndef GORTEX_SCANNER_H
#define GORTEX_SCANNER_H

#include <stdbool.h>
#include <stdint.h>

// What tree-sitter's parser.h (0.25) says of the part of a grammar that is written by
// hand, its external scanner; only what is used here is declared.

// SCANNER_STATE is how many bytes of state the parser keeps between two tokens. A
// scanner that says it wrote more ends the process.
enum { SCANNER_STATE = 1024 };

// lexer is TSLexer: where the scanner is in the source.
typedef struct lexer lexer;
struct lexer {
	int32_t lookahead; // the next code point; 0: the end, -1: no UTF-8
	uint16_t result_symbol;
	void (*advance)(lexer *, bool skip);
	void (*mark_end)(lexer *);
	uint32_t (*get_column)(lexer *);
	bool (*is_at_included_range_start)(const lexer *);
	bool (*eof)(const lexer *);
	void (*log)(const lexer *, const char *, ...);
};

typedef bool scanner_scan(void *scanner, lexer *, const bool *valid);
typedef unsigned scanner_serialize(void *scanner, char *state);

// language_mended returns a copy, for good, of a grammar whose external scanner has these
// functions in the place of its own; NULL leaves one as it is. It returns NULL where
// the grammar's layout is not the known one.
const void *language_mended(const void *language, scanner_scan *scan, scanner_serialize *serialize);

#endif
