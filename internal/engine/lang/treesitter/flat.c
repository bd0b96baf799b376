// One crossing a file: parse, walk the tree, write its nodes down in order, drop
// the tree. The declarations are those of tree-sitter's api.h (0.25), whose code
// comes with the Go binding; only what is used here is declared.

#include "flat.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct TSParser TSParser;
typedef struct TSTree TSTree;
typedef struct TSLanguage TSLanguage;
typedef struct {
	uint32_t context[4];
	const void *id;
	const TSTree *tree;
} TSNode;
typedef struct {
	const void *tree;
	const void *id;
	uint32_t context[3];
} TSTreeCursor;
typedef struct {
	uint32_t row, column;
} TSPoint;

extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));
extern TSParser *ts_parser_new(void);
extern void ts_parser_delete(TSParser *);
extern bool ts_parser_set_language(TSParser *, const TSLanguage *);
extern void ts_parser_set_timeout_micros(TSParser *, uint64_t);
extern void ts_parser_set_cancellation_flag(TSParser *, const size_t *);
extern TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
extern void ts_parser_reset(TSParser *);
extern TSNode ts_tree_root_node(const TSTree *);
extern void ts_tree_delete(TSTree *);
extern uint16_t ts_node_symbol(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern TSPoint ts_node_start_point(TSNode);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);

// The Go binding lets Go allocate: each node's memory then costs a call into Go and
// one back, a seventh of a parse. Both end in C's own malloc, so that what one has
// allocated the other may free.
void flat_own_memory(void) { ts_set_allocator(NULL, NULL, NULL, NULL); }

flat_parser *flat_new(const void *language, uint32_t max_depth) {
	flat_parser *p = calloc(1, sizeof *p);
	if (!p) return NULL;
	p->max_depth = max_depth;
	p->stack = malloc(max_depth * sizeof *p->stack);
	p->parser = ts_parser_new();
	if (!p->stack || !p->parser || !ts_parser_set_language(p->parser, language)) {
		flat_delete(p);
		return NULL;
	}
	ts_parser_set_cancellation_flag(p->parser, (const size_t *)&p->cancel);
	return p;
}

void flat_delete(flat_parser *p) {
	if (!p) return;
	if (p->parser) ts_parser_delete(p->parser);
	free(p->stack);
	free(p->nodes);
	free((void *)p->kinds);
	free((void *)p->fields);
	free(p);
}

void flat_cancel(flat_parser *p, size_t value) { __atomic_store_n(&p->cancel, value, __ATOMIC_SEQ_CST); }

void flat_shrink(flat_parser *p, uint32_t cap) {
	if (p->cap <= cap) return;
	free(p->nodes);
	p->nodes = NULL;
	p->len = p->cap = 0;
}

static bool grow(flat_parser *p) {
	uint32_t cap = p->cap ? p->cap * 2 : 4096;
	flat_node *nodes = realloc(p->nodes, (size_t)cap * sizeof *nodes);
	if (!nodes) return false;
	p->nodes = nodes;
	p->cap = cap;
	return true;
}

static uint16_t kind_of(const flat_parser *p, TSNode n) {
	uint16_t symbol = ts_node_symbol(n);
	if (symbol == 0xFFFF) return p->error_kind;
	return symbol < p->kinds_len ? p->kinds[symbol] : FLAT_DROP;
}

// flatten visits the tree in order. depth counts the kept nodes that are open;
// dropped nodes have no children that are entered.
static int flatten(flat_parser *p, TSTree *tree) {
	TSTreeCursor c = ts_tree_cursor_new(ts_tree_root_node(tree));
	uint32_t depth = 0;
	int rc = FLAT_OK;
	for (;;) {
		TSNode n = ts_tree_cursor_current_node(&c);
		uint16_t kind = kind_of(p, n);
		if (kind != FLAT_DROP) {
			if (p->len == p->cap && !grow(p)) {
				rc = FLAT_NO_MEMORY;
				break;
			}
			uint16_t field = ts_tree_cursor_current_field_id(&c);
			flat_node *out = &p->nodes[p->len];
			out->kind = kind & ~FLAT_LEAF;
			out->field = field < p->fields_len ? p->fields[field] : 0;
			out->start = ts_node_start_byte(n);
			out->end = ts_node_end_byte(n);
			out->row = ts_node_start_point(n).row;
			out->next = p->len + 1;
			p->len++;
			if (!(kind & FLAT_LEAF)) {
				if (depth >= p->max_depth) {
					p->cut++;
				} else if (ts_tree_cursor_goto_first_child(&c)) {
					p->stack[depth++] = p->len - 1;
					continue;
				}
			}
		}
		while (!ts_tree_cursor_goto_next_sibling(&c)) {
			if (depth == 0 || !ts_tree_cursor_goto_parent(&c)) goto done;
			p->nodes[p->stack[--depth]].next = p->len;
		}
	}
done:
	ts_tree_cursor_delete(&c);
	return rc;
}

int flat_parse(flat_parser *p, const char *src, uint32_t len, uint64_t timeout_micros) {
	p->len = p->cut = 0;
	ts_parser_set_timeout_micros(p->parser, timeout_micros);
	TSTree *tree = ts_parser_parse_string(p->parser, NULL, src, len);
	if (!tree) {
		ts_parser_reset(p->parser);
		return FLAT_STOPPED;
	}
	int rc = flatten(p, tree);
	ts_tree_delete(tree);
	return rc;
}
