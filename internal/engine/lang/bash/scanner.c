#include "scanner.h"

#include <string.h>

extern scanner_scan tree_sitter_bash_external_scanner_scan;
extern scanner_serialize tree_sitter_bash_external_scanner_serialize;

// narrow is a lexer of which no code point is beyond 255: the scanner asks C's isdigit,
// a look into a table, about any. To the scanner those above are all the same.
typedef struct {
	lexer own; // first: the scanner hands it back
	lexer *of;
} narrow;

static int32_t narrowed(int32_t c) { return c > 255 ? 255 : c; }

static void advance(lexer *l, bool skip) {
	lexer *of = ((narrow *)l)->of;
	of->advance(of, skip);
	l->lookahead = narrowed(of->lookahead);
}

static void mark_end(lexer *l) {
	lexer *of = ((narrow *)l)->of;
	of->mark_end(of);
}

static uint32_t get_column(lexer *l) {
	lexer *of = ((narrow *)l)->of;
	return of->get_column(of);
}

static bool is_at_included_range_start(const lexer *l) {
	const lexer *of = ((const narrow *)l)->of;
	return of->is_at_included_range_start(of);
}

static bool eof(const lexer *l) {
	const lexer *of = ((const narrow *)l)->of;
	return of->eof(of);
}

static void silent(const lexer *l, const char *format, ...) {
	(void)l;
	(void)format;
}

bool bash_scan(void *scanner, lexer *l, const bool *valid) {
	narrow n = {{narrowed(l->lookahead), l->result_symbol, advance, mark_end, get_column, is_at_included_range_start, eof, silent}, l};
	bool found = tree_sitter_bash_external_scanner_scan(scanner, &n.own, valid);
	l->result_symbol = n.own.result_symbol;
	return found;
}

// The scanner looks whether a here-document's word fits before it writes three bytes of
// flags and four of length. What is too much is forgotten, as where the scanner sees it.
unsigned bash_serialize(void *scanner, char *state) {
	char all[2 * SCANNER_STATE];
	unsigned n = tree_sitter_bash_external_scanner_serialize(scanner, all);
	if (n > SCANNER_STATE) return 0;
	memcpy(state, all, n);
	return n;
}
