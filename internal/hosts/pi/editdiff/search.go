package editdiff

// maxSteps is how many lines may be removed and added. The search keeps
// 4·steps² bytes, 36 MB at the bound.
const maxSteps = 3000

// script says which of the old lines are removed and which of the new added.
type script struct {
	old, new       []string
	removed, added []bool
}

// shortest is Myers' greedy search ("An O(ND) Difference Algorithm", 1986).
// Where several shortest scripts exist, jsdiff's is wanted. Its rule: a diagonal
// is reached by an addition only where that comes from further along in the old
// text than a removal would; else by the removal.
//
// Row d keeps, for each diagonal k = x-y from -d to d, how far x in the old
// text d steps can come.
func shortest(old, new []string) (*script, bool) {
	s := &script{old: old, new: new, removed: make([]bool, len(old)), added: make([]bool, len(new))}
	most := min(len(old)+len(new), maxSteps)
	furthest := make([]int32, 2*most+3) // by k, with most+1 as its zero
	zero := most + 1
	var rows [][]int32
	for d := 0; d <= most; d++ {
		for k := -d; k <= d; k += 2 {
			x := int(furthest[zero+k-1]) + 1
			if adds(k, d, furthest[zero+k-1], furthest[zero+k+1]) {
				x = int(furthest[zero+k+1])
			}
			for x < len(old) && x-k < len(new) && old[x] == new[x-k] {
				x++
			}
			furthest[zero+k] = int32(x)
			if x == len(old) && x-k == len(new) {
				s.walkBack(rows)
				return s, true
			}
		}
		rows = append(rows, append([]int32(nil), furthest[zero-d:zero+d+1]...))
	}
	return nil, false
}

// adds says whether step d reaches diagonal k by adding a line, from k+1, rather
// than by removing one, from k-1.
func adds(k, d int, below, above int32) bool {
	return k == -d || k != d && below < above
}

// walkBack marks the steps, the last one first. rows[d] is the row after d
// steps, with d as its zero.
func (s *script) walkBack(rows [][]int32) {
	x, y := len(s.old), len(s.new)
	for d := len(rows); d > 0; d-- {
		row, zero, k := rows[d-1], d-1, x-y
		if adds(k, d, at(row, zero, k-1), at(row, zero, k+1)) {
			x = int(at(row, zero, k+1))
			y = x - k - 1
			s.added[y] = true
		} else {
			x = int(at(row, zero, k-1))
			y = x - k + 1
			s.removed[x] = true
		}
	}
}

// at reads a row; a diagonal that it does not reach has nothing in it yet.
func at(row []int32, zero, k int) int32 {
	if i := zero + k; i >= 0 && i < len(row) {
		return row[i]
	}
	return 0
}
