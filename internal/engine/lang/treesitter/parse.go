package treesitter

// #include "flat.h"
// #include <stdlib.h>
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
	"unsafe"
)

const (
	// maxBytes is where a source stops being one; the walk stops long before.
	maxBytes = 64 << 20
	// MaxDepth is how deep a tree is followed. Generated concatenations go a
	// thousand deep; fifty thousand is a bomb, and a walk must not recurse into it.
	MaxDepth = 3000
	// keptNodes is how large a parser's list of nodes may stay while it is idle: 5 MB.
	keptNodes = 1 << 18
	// keptMemory is how many bytes a parser's own memory may have while it is idle.
	keptMemory = 4 << 20
)

// parser is C memory: a tree-sitter parser and its list of nodes.
type parser struct{ c *C.flat_parser }

// Parse reads src. It fails when ctx ends first. The tree must be closed, and
// its nodes and src must not be used afterwards.
func (g *Grammar) Parse(ctx context.Context, src []byte) (*Tree, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("parse: %w", context.Cause(ctx))
	}
	if len(src) > maxBytes {
		return nil, fmt.Errorf("parse: %d bytes are more than the %d that are read", len(src), maxBytes)
	}
	p, err := g.acquire()
	if err != nil {
		return nil, err
	}
	if err := p.parse(ctx, src); err != nil {
		g.release(p)
		return nil, err
	}
	t := &Tree{Src: src, grammar: g, parser: p}
	if n := int(p.c.len); n > 0 {
		t.Nodes = unsafe.Slice((*Node)(unsafe.Pointer(p.c.nodes)), n)
	}
	if p.c.cut > 0 {
		t.Problem = fmt.Sprintf("nested more than %d deep: what is deeper was not read", MaxDepth)
	}
	return t, nil
}

func (p parser) parse(ctx context.Context, src []byte) error {
	var micros uint64
	if deadline, ok := ctx.Deadline(); ok {
		micros = uint64(max(time.Until(deadline).Microseconds(), 1))
	}
	C.flat_cancel(p.c, 0)
	if ctx.Done() != nil {
		ended := make(chan struct{})
		stop := context.AfterFunc(ctx, func() { C.flat_cancel(p.c, 1); close(ended) })
		defer func() {
			if !stop() {
				<-ended // the flag is this parser's: its next file must not see it set late
			}
		}()
	}
	var text *C.char
	if len(src) > 0 {
		text = (*C.char)(unsafe.Pointer(unsafe.SliceData(src)))
	}
	switch C.flat_parse(p.c, text, C.uint32_t(len(src)), C.uint64_t(micros)) {
	case C.FLAT_OK:
		return nil
	case C.FLAT_STOPPED:
		if cause := context.Cause(ctx); cause != nil {
			return fmt.Errorf("parse: %w", cause)
		}
		return fmt.Errorf("parse: %w", context.DeadlineExceeded) // C's clock was ahead of ours
	}
	return errors.New("parse: out of memory")
}

// ownMemory is called before the first parser of any grammar is made.
var ownMemory = sync.OnceFunc(func() { C.arena_install() })

// acquire takes an idle parser or makes one. Parsers are kept in a list of their
// own and not in a sync.Pool, which would drop C memory without freeing it.
func (g *Grammar) acquire() (*parser, error) {
	g.prepare()
	g.mu.Lock()
	if n := len(g.idle); n > 0 {
		p := g.idle[n-1]
		g.idle = g.idle[:n-1]
		g.mu.Unlock()
		return p, nil
	}
	g.mu.Unlock()
	c := C.flat_new(g.pointer, MaxDepth)
	if c == nil {
		return nil, errors.New("parse: this grammar does not fit the parser's version")
	}
	c.kinds = copyTable(g.kinds)
	c.kinds_len = C.uint32_t(len(g.kinds))
	c.fields = copyTable(g.fields)
	c.fields_len = C.uint32_t(len(g.fields))
	c.error_kind = C.uint16_t(g.vocabulary.Error)
	return &parser{c}, nil
}

// copyTable copies a table to memory that C may keep.
func copyTable(table []uint16) *C.uint16_t {
	size := len(table) * 2
	p := C.malloc(C.size_t(size))
	copy(unsafe.Slice((*uint16)(p), len(table)), table)
	return (*C.uint16_t)(p)
}

func (g *Grammar) release(p *parser) {
	usable := bool(C.flat_shrink(p.c, keptNodes, keptMemory))
	g.mu.Lock()
	defer g.mu.Unlock()
	if usable && len(g.idle) < runtime.GOMAXPROCS(0) {
		g.idle = append(g.idle, p)
		return
	}
	C.flat_delete(p.c)
}
