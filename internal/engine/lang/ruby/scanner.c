#include "scanner.h"

#include <string.h>

extern scanner_serialize tree_sitter_ruby_external_scanner_serialize;

// whole says whether the scanner can read what it wrote:
//
//	count of literals, 5 bytes each; count of here-documents, of each 3 bytes of flags,
//	the length of its word and the word
//
// The length of a word beyond 255 bytes is lost, so that what follows is read as
// something else, or beyond the end; and no word may be empty.
static bool whole(const char *state, unsigned n) {
	unsigned at = 1 + 5u * (uint8_t)state[0];
	if (at >= n) return false;
	for (unsigned left = (uint8_t)state[at++]; left > 0; left--) {
		if (n - at < 4 || state[at + 3] == 0) return false;
		unsigned word = (uint8_t)state[at + 3];
		at += 4;
		if (n - at < word) return false;
		at += word;
	}
	return at == n;
}

// The scanner may also write a byte more than it looked for. What is too much is
// forgotten, as where the scanner sees it.
unsigned ruby_serialize(void *scanner, char *state) {
	char all[2 * SCANNER_STATE];
	unsigned n = tree_sitter_ruby_external_scanner_serialize(scanner, all);
	if (n == 0 || n > SCANNER_STATE || !whole(all, n)) return 0;
	memcpy(state, all, n);
	return n;
}
