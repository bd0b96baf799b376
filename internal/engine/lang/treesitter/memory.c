// Tree-sitter allocates and frees some memory for every node, and Go's binding lets Go do
// it: a call into Go and one back each time. Here it comes from the parser's own arena:
//
//	chunks   [ block block block … free ]  [ block … ]     only ever added
//	block    header (its class), bytes                      freed: on its class's list
//	classes  16, 32 … 1024 bytes, then powers of two        what is larger: C's own
//
// Nothing is given back before the arena ends, so that the next file finds memory that
// is there already. An arena is in use in one thread at a time.

#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern void ts_set_allocator(void *(*)(size_t), void *(*)(size_t, size_t), void *(*)(void *, size_t), void (*)(void *));

enum {
	STEP = 16,
	SMALL = 1024,       // up to here a class for each step
	LARGEST = 64 << 10, // of a block in an arena, its header included
	CHUNK = 256 << 10,
	CLASSES = SMALL / STEP + 6 + 1,
};

typedef struct {
	uint32_t class; // 0: it is C's own
	uint32_t unused;
} header;

typedef struct chunk {
	struct chunk *next;
	uint64_t unused;
} chunk;

struct arena {
	chunk *chunks;
	char *at, *end; // what is left of the newest
	size_t held;
	void *freed[CLASSES];
};

static _Thread_local arena *current;

arena *arena_enter(arena *a) {
	arena *before = current;
	current = a;
	return before;
}

arena *arena_new(void) { return calloc(1, sizeof(arena)); }

void arena_delete(arena *a) {
	if (!a) return;
	for (chunk *c = a->chunks; c;) {
		chunk *next = c->next;
		free(c);
		c = next;
	}
	free(a);
}

size_t arena_held(const arena *a) { return a->held; }

// class_of returns the class of a block of that many bytes, header included.
static uint32_t class_of(size_t n) {
	if (n <= SMALL) return (uint32_t)((n + STEP - 1) / STEP);
	uint32_t class = SMALL / STEP + 1;
	for (size_t size = 2 * SMALL; size < n; size *= 2) class++;
	return class;
}

static size_t size_of(uint32_t class) {
	return class <= SMALL / STEP ? (size_t)class * STEP : (size_t)SMALL << (class - SMALL / STEP);
}

static void *own(size_t n) {
	header *h = malloc(sizeof *h + n);
	if (!h) return NULL;
	h->class = 0;
	return h + 1;
}

// more begins a new chunk; what is left of the old one is lost.
static int more(arena *a) {
	chunk *c = malloc(CHUNK);
	if (!c) return 0;
	c->next = a->chunks;
	a->chunks = c;
	a->at = (char *)(c + 1);
	a->end = (char *)c + CHUNK;
	a->held += CHUNK;
	return 1;
}

static void *take(size_t n) {
	arena *a = current;
	if (!a || n > LARGEST - sizeof(header)) return own(n);
	uint32_t class = class_of(n + sizeof(header));
	void *block = a->freed[class];
	if (block) {
		a->freed[class] = *(void **)block;
		return block;
	}
	size_t size = size_of(class);
	if ((size_t)(a->end - a->at) < size && !more(a)) return NULL;
	header *h = (header *)a->at;
	a->at += size;
	h->class = class;
	return h + 1;
}

static void give(void *block) {
	if (!block) return;
	header *h = (header *)block - 1;
	if (h->class == 0) {
		free(h);
	} else if (current) {
		*(void **)block = current->freed[h->class];
		current->freed[h->class] = block;
	}
}

static void *take_zeroed(size_t count, size_t size) {
	if (size && count > SIZE_MAX / size) return NULL;
	void *block = take(count * size);
	if (block) memset(block, 0, count * size);
	return block;
}

static void *resize(void *block, size_t n) {
	if (!block) return take(n);
	header *h = (header *)block - 1;
	if (h->class == 0) {
		h = realloc(h, sizeof *h + n);
		return h ? h + 1 : NULL;
	}
	size_t had = size_of(h->class) - sizeof *h;
	if (n <= had) return block;
	void *moved = take(n);
	if (!moved) return NULL;
	memcpy(moved, block, had);
	give(block);
	return moved;
}

void arena_install(void) { ts_set_allocator(take, take_zeroed, resize, give); }
