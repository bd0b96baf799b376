#ifndef GORTEX_MEMORY_H
#define GORTEX_MEMORY_H

#include <stddef.h>

// arena is the memory of one parser.
typedef struct arena arena;

void arena_install(void);
arena *arena_new(void);
void arena_delete(arena *);
size_t arena_held(const arena *); // bytes, in use or not

// arena_enter makes what tree-sitter asks for in this thread come from an arena, until
// the arena that it returns is entered again. NULL is C's own memory.
arena *arena_enter(arena *);

#endif
