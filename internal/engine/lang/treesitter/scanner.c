#include "scanner.h"

#include <stdlib.h>

// language is TSLanguage as grammars of version 14 have it, of which only the scanner matters.
typedef struct {
	uint32_t version;
	uint32_t counts[8];
	uint16_t longest_alias;
	const void *tables[13];
	bool (*lex)(lexer *, uint16_t);
	bool (*lex_keyword)(lexer *, uint16_t);
	uint16_t keyword;
	struct {
		const bool *states;
		const uint16_t *symbols;
		void *(*create)(void);
		void (*destroy)(void *);
		scanner_scan *scan;
		scanner_serialize *serialize;
		void (*deserialize)(void *, const char *, unsigned);
	} scanner;
	const uint16_t *primary_states;
} language;

const void *language_mended(const void *of, scanner_scan *scan, scanner_serialize *serialize) {
	const language *l = of;
	language *mended = l->version == 14 ? malloc(sizeof *mended) : NULL;
	if (!mended) return NULL;
	*mended = *l;
	if (scan) mended->scanner.scan = scan;
	if (serialize) mended->scanner.serialize = serialize;
	return mended;
}
