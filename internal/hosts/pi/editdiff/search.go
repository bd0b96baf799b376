package editdiff

import "time"

// maxSteps is how many lines may be removed and added. The search keeps
// 2·steps² bytes, 18 MB at the bound.
const maxSteps = 3000

// script says which of the old lines are removed and which of the new added.
type script struct {
	removed, added []bool
}

// shortest is Myers' greedy search ("An O(ND) Difference Algorithm", 1986).
// Where several shortest scripts exist, jsdiff's is wanted. Its rule: a diagonal
// is reached by an addition only where that comes from further along in the old
// text than a removal would; else by the removal.
//
// Row d keeps, for each diagonal k = x-y that d steps can be on, how far x in the
// old text they can come: those are -d, -d+2, … d. Lines are numbers here: equal
// ones have the same. A zero deadline is none.
func shortest(old, new []int32, deadline time.Time) (*script, failure) {
	s := &script{removed: make([]bool, len(old)), added: make([]bool, len(new))}
	most := min(len(old)+len(new), maxSteps)
	furthest := make([]int32, 2*most+3) // by k, with most+1 as its zero
	zero := most + 1
	var rows [][]int32
	for d := 0; d <= most; d++ {
		if !deadline.IsZero() && time.Now().After(deadline) {
			return nil, tooSlow
		}
		row := make([]int32, 0, d+1)
		for k := -d; k <= d; k += 2 {
			x := int(furthest[zero+k-1]) + 1
			if adds(k, d, furthest[zero+k-1], furthest[zero+k+1]) {
				x = int(furthest[zero+k+1])
			}
			for x < len(old) && x-k < len(new) && old[x] == new[x-k] {
				x++
			}
			furthest[zero+k] = int32(x)
			row = append(row, int32(x))
			if x == len(old) && x-k == len(new) {
				s.walkBack(rows)
				return s, found
			}
		}
		rows = append(rows, row)
	}
	return nil, tooMany
}

// failure is why a search gave up.
type failure int

const (
	found failure = iota
	tooMany
	tooSlow
)

// adds says whether step d reaches diagonal k by adding a line, from k+1, rather
// than by removing one, from k-1.
func adds(k, d int, below, above int32) bool {
	return k == -d || k != d && below < above
}

// walkBack marks the steps, the last one first. rows[d] is the row after d steps.
func (s *script) walkBack(rows [][]int32) {
	x, y := len(s.removed), len(s.added)
	for d := len(rows); d > 0; d-- {
		row, k := rows[d-1], x-y
		if adds(k, d, at(row, k-1), at(row, k+1)) {
			x = int(at(row, k+1))
			y = x - k - 1
			s.added[y] = true
		} else {
			x = int(at(row, k-1))
			y = x - k + 1
			s.removed[x] = true
		}
	}
}

// at reads the row of d steps, which has d+1 diagonals; one that it does not reach has
// nothing in it yet.
func at(row []int32, k int) int32 {
	if i := (k + len(row) - 1) / 2; k >= 1-len(row) && i < len(row) {
		return row[i]
	}
	return 0
}
