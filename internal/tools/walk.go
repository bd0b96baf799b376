package tools

import (
	"context"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

// walk follows edges from a symbol, nearest first; each symbol is followed once.
type walk struct {
	snap      *engine.Snapshot
	least     engine.Certainty
	kinds     []lang.RefKind // none: all
	depth     int
	backward  bool // to the users of a symbol, not to what it uses
	overrides bool // a method's users are also those of the methods it overrides
	most      int  // steps; 0: mostSteps
	stopped   bool // most was reached
}

// mostSteps bounds what one walk follows.
const mostSteps = 20_000

type step struct {
	edge  engine.Edge
	depth int
}

// from returns the edges in order of depth; at one depth as the engine has them. When ctx
// ends it returns what it has so far: nobody waits for the answer then.
func (w *walk) from(ctx context.Context, start engine.Symbol) []step {
	most := w.most
	if most == 0 {
		most = mostSteps
	}
	seen := map[string]bool{start.ID: true}
	front := []engine.Symbol{start}
	var steps []step
	for d := 1; d <= w.depth && len(front) > 0; d++ {
		var further []engine.Symbol
		for _, sym := range front {
			if ctx.Err() != nil {
				return steps
			}
			for _, e := range w.edges(sym) {
				if len(steps) == most {
					w.stopped = true
					return steps
				}
				steps = append(steps, step{e, d})
				next := e.To
				if w.backward {
					next = e.From
				}
				if next.ID != "" && !seen[next.ID] {
					seen[next.ID] = true
					further = append(further, next)
				}
			}
		}
		front = further
	}
	return steps
}

func (w *walk) edges(sym engine.Symbol) []engine.Edge {
	if !w.backward {
		return w.snap.Uses(sym.ID, w.least, w.kinds...)
	}
	edges := w.snap.References(sym.ID, w.least, w.kinds...)
	if w.overrides && sym.Kind == lang.Method {
		for _, above := range w.snap.Supertypes(sym.ID) {
			edges = append(edges[:len(edges):len(edges)], w.snap.References(above.ID, w.least, w.kinds...)...)
		}
	}
	return edges
}
