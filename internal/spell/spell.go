// Package spell finds the name that someone meant. It knows no names of its own.
package spell

// Nearest returns the name that is at most within edits (insert, delete or
// replace one byte) away from word, the first of the nearest; "" when there is none.
func Nearest(word string, names []string, within int) string {
	best, at := "", within+1
	for _, n := range names {
		if len(n)-len(word) >= at || len(word)-len(n) >= at {
			continue
		}
		if d := Distance(word, n); d < at {
			best, at = n, d
		}
	}
	return best
}

// Distance is Levenshtein's, over bytes.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}
