#ifndef GORTEX_FLAT_H
#define GORTEX_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

// flat_node is one syntax node as Go sees it; node.go declares the same layout.
typedef struct {
	uint16_t kind;  // the caller's number for the node's kind
	uint16_t field; // the caller's number for the field it fills, 0 for none
	uint32_t start; // bytes
	uint32_t end;
	uint32_t row;  // of start, from 0
	uint32_t next; // index of the first node behind this one's subtree
} flat_node;

// What flat_parse returns.
enum { FLAT_OK = 0, FLAT_STOPPED = 1, FLAT_NO_MEMORY = 2 };

// Codes in the table of kinds, beside the caller's numbers.
enum { FLAT_DROP = 0xFFFF, FLAT_LEAF = 0x8000 };

typedef struct {
	const void *language; // TSLanguage
	void *parser;         // TSParser
	arena *memory;        // the parser's
	volatile size_t cancel;

	flat_node *nodes;
	uint32_t len, cap;
	uint32_t *stack; // open nodes while flattening
	uint32_t max_depth;
	uint32_t cut; // nodes whose children were left out: too deep

	const uint16_t *kinds; // by symbol; ours, as fields
	uint32_t kinds_len;
	const uint16_t *fields; // by field id
	uint32_t fields_len;
	uint16_t error_kind;
} flat_parser;

flat_parser *flat_new(const void *language, uint32_t max_depth);
void flat_delete(flat_parser *p);
int flat_parse(flat_parser *p, const char *src, uint32_t len, uint64_t timeout_micros);
void flat_cancel(flat_parser *p, size_t value);
// flat_shrink gives back what is held beyond so many nodes, and bytes of the parser's
// memory. False: there is no memory, and p is good for flat_delete alone.
bool flat_shrink(flat_parser *p, uint32_t nodes, size_t memory);

#endif
