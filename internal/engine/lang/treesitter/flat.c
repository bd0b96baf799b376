// One crossing a file: parse, walk the tree, write its nodes down in order, drop
// the tree. The declarations are those of tree-sitter's api.h (0.25), whose code
// comes with the Go binding; only what is used here is declared.

#include "flat.h"

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

// begin makes the parser of p, in an arena of its own.
static bool begin(flat_parser *p) {
	p->memory = arena_new();
	if (!p->memory) return false;
	arena *before = arena_enter(p->memory);
	p->parser = ts_parser_new();
	bool ok = p->parser && ts_parser_set_language(p->parser, p->language);
	if (ok) ts_parser_set_cancellation_flag(p->parser, (const size_t *)&p->cancel);
	arena_enter(before);
	return ok;
}

static void end(flat_parser *p) {
	if (p->parser) {
		arena *before = arena_enter(p->memory);
		ts_parser_delete(p->parser);
		arena_enter(before);
	}
	arena_delete(p->memory);
	p->parser = NULL;
	p->memory = NULL;
}

flat_parser *flat_new(const void *language, uint32_t max_depth) {
	flat_parser *p = calloc(1, sizeof *p);
	if (!p) return NULL;
	p->language = language;
	p->max_depth = max_depth;
	p->stack = malloc(max_depth * sizeof *p->stack);
	if (!p->stack || !begin(p)) {
		flat_delete(p);
		return NULL;
	}
	return p;
}

void flat_delete(flat_parser *p) {
	if (!p) return;
	end(p);
	free(p->stack);
	free(p->nodes);
	free((void *)p->kinds);
	free((void *)p->fields);
	free(p);
}

void flat_cancel(flat_parser *p, size_t value) { __atomic_store_n(&p->cancel, value, __ATOMIC_SEQ_CST); }

bool flat_shrink(flat_parser *p, uint32_t nodes, size_t memory) {
	if (p->cap > nodes) {
		free(p->nodes);
		p->nodes = NULL;
		p->len = p->cap = 0;
	}
	if (arena_held(p->memory) <= memory) return true;
	end(p);
	return begin(p);
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

static int parse(flat_parser *p, const char *src, uint32_t len) {
	TSTree *tree = ts_parser_parse_string(p->parser, NULL, src, len);
	if (!tree) {
		ts_parser_reset(p->parser);
		return FLAT_STOPPED;
	}
	int rc = flatten(p, tree);
	ts_tree_delete(tree);
	return rc;
}

int flat_parse(flat_parser *p, const char *src, uint32_t len, uint64_t timeout_micros) {
	p->len = p->cut = 0;
	ts_parser_set_timeout_micros(p->parser, timeout_micros);
	arena *before = arena_enter(p->memory);
	int rc = parse(p, src, len);
	arena_enter(before);
	return rc;
}
