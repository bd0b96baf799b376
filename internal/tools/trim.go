package tools

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// trim fits the sources of an answer into their share of the budget, for both forms:
// a script that wants more asks for more, as a model does.
func (a *answer) trim(r rendering) {
	cost := plainCost
	if r.json {
		cost = escapedCost
	}
	needs, at := make([]int, len(a.parts)), -1
	for i, p := range a.parts {
		switch p := p.(type) {
		case *list:
			for _, unit := range a.units(p) {
				needs[i] += len(unit)
			}
		case *sources:
			at = i
			for _, piece := range p.pieces {
				needs[i] += cost(piece.Text) + piece.overhead()
			}
		}
	}
	if at < 0 {
		return
	}
	room := r.budget - reserve*(len(a.parts)+1) - len(a.closing()) - len(a.head.json())
	a.parts[at].(*sources).fit(allot(needs, room)[at], cost)
}

func plainCost(s string) int   { return len(s) }
func escapedCost(s string) int { return len(marshal(s)) - 2 }

// overhead of a piece beside its text: its heading, a cut's sentence, its members in JSON.
func (p piece) overhead() int { return 3*len(p.Path) + len(p.Symbol) + 280 }

// fit shortens the pieces to room bytes in all.
func (s *sources) fit(room int, cost func(string) int) {
	needs := make([]int, len(s.pieces))
	for i, p := range s.pieces {
		needs[i] = cost(p.Text) + p.overhead()
	}
	shares := allot(needs, room)
	kept := make([]piece, 0, len(s.pieces))
	for i, p := range s.pieces {
		share := shares[i]
		if s.ranked {
			share = min(needs[i], room)
		}
		if len(s.pieces) == 1 {
			share = max(share, leastBudget)
		}
		cut, ok := p.cutTo(share, cost)
		if !ok && s.ranked {
			s.dropped += len(s.pieces) - i
			break
		}
		if !ok {
			s.dropped++
			continue
		}
		room -= cost(cut.Text) + cut.overhead()
		kept = append(kept, cut)
	}
	s.pieces = kept
}

// cutTo shortens a piece to whole lines, or to a part of its first; false when nothing of use would be left.
func (p piece) cutTo(room int, cost func(string) int) (piece, bool) {
	room -= p.overhead()
	if cost(p.Text) <= room {
		return p, true
	}
	end, lines := 0, 0
	for line := range strings.Lines(p.Text) {
		if room -= cost(line); room < 0 {
			break
		}
		end += len(line)
		lines++
	}
	if lines == 0 {
		return p.cutLine(room, cost)
	}
	whole := p.Last
	p.Text, p.Last = p.Text[:end], p.First+lines-1
	p.Cut = fmt.Sprintf(`lines %d-%d of %d-%d shown; the rest: read {"file": %q, "first": %d, "last": %d}`, p.First, p.Last, p.First, whole, p.Path, p.Last+1, whole)
	return p, true
}

// cutLine shows the start of a line that is longer than the room by itself.
func (p piece) cutLine(room int, cost func(string) int) (piece, bool) {
	line, _, _ := strings.Cut(p.Text, "\n")
	room += cost(line)
	if room < 80 {
		return p, false
	}
	whole, n := p.Last, min(len(line), room)
	for n > 0 && (cost(line[:n]) > room || n < len(line) && !utf8.RuneStart(line[n])) {
		n--
		if over := cost(line[:n]) - room; over > 64 {
			n -= min(n, over/6)
		}
	}
	p.Text, p.Last = line[:n]+"\n", p.First
	p.Cut = fmt.Sprintf("the first %d of the %d bytes of line %d, of lines %d-%d; the rest: a larger budget", n, len(line), p.First, p.First, whole)
	return p, true
}
