package tools

import (
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/tools/gitdiff"
)

// touch is a symbol that a diff changes.
type touch struct {
	engine.Symbol
	change string // "added", "modified"
}

// touchedBy returns the symbols of a file that its hunks change: the innermost around
// each changed line, in source order. A symbol all of whose lines are new is added;
// what stands inside it is not listed again.
func touchedBy(f gitdiff.File, outline []engine.Symbol) []touch {
	var touches []touch
	whole := f.Status == gitdiff.Added
	added := map[string]bool{}
	for i, sym := range outline {
		switch {
		case added[sym.Parent]:
			added[sym.ID] = true
		case whole || isNew(sym, f.Hunks):
			added[sym.ID] = true
			touches = append(touches, touch{sym, "added"})
		case changesItself(sym, outline[i+1:], f.Hunks):
			touches = append(touches, touch{sym, "modified"})
		}
	}
	return touches
}

// isNew: one hunk without removed lines holds the whole symbol.
func isNew(sym engine.Symbol, hunks []gitdiff.Hunk) bool {
	for _, h := range hunks {
		if h.Removed == 0 && h.Count > 0 && h.Line <= sym.StartLine && sym.EndLine < h.Line+h.Count {
			return true
		}
	}
	return false
}

// changesItself: a changed line, or the gap of a removal, lies in the symbol and in
// none of those inside it.
func changesItself(sym engine.Symbol, after []engine.Symbol, hunks []gitdiff.Hunk) bool {
	for _, h := range hunks {
		if h.Count == 0 { // lines between h.Line and the next have gone
			if sym.StartLine <= h.Line && h.Line < sym.EndLine && !covered(sym, after, h.Line, h.Line+1) {
				return true
			}
			continue
		}
		first, last := max(h.Line, sym.StartLine), min(h.Line+h.Count-1, sym.EndLine)
		for line := first; line <= last; line++ {
			if !covered(sym, after, line, line) {
				return true
			}
		}
	}
	return false
}

// covered says whether a child of sym spans both lines. Children follow their parent in an outline.
func covered(sym engine.Symbol, after []engine.Symbol, first, last int) bool {
	for _, child := range after {
		if child.StartLine > sym.EndLine {
			return false
		}
		if child.Parent == sym.ID && child.StartLine <= first && last <= child.EndLine {
			return true
		}
	}
	return false
}
