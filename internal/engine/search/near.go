package search

// Near says how far a name is from a query that nothing fits: 0 is closest. ok is false
// where they have too little in common. A typing error or two count, and words that are
// begun: "cfgload" is no part of ConfigLoader, "confload" is.
func (q *Query) Near(name string) (distance int, ok bool) {
	if len(q.words) > 0 || len(q.lower) < 4 {
		return 0, false
	}
	if all, ok := begun(name, q.lower); ok {
		if all {
			return 0, true
		}
		return 1, true
	}
	most := 1
	if len(q.lower) >= 8 {
		most = 2
	}
	if d := edits(name, q.lower, most); d <= most {
		return d, true
	}
	return 0, false
}

// begun says whether want is made of beginnings of name's words, in their order, from the
// first: each of two letters or more. all says that it has every word's.
func begun(name, want string) (all, ok bool) {
	var starts []int
	for i := range len(name) {
		if wordStart(name, i) {
			starts = append(starts, i)
		}
	}
	if len(starts) < 2 || len(starts) > maxWords {
		return false, false
	}
	starts = append(starts, len(name))
	// from says whether want is made of what begins at word, and whether of all of it.
	var from func(word int, want string) (all, ok bool)
	from = func(word int, want string) (all, ok bool) {
		if word == len(starts)-1 || want == "" {
			return word == len(starts)-1, want == ""
		}
		text, n := name[starts[word]:starts[word+1]], 0
		for n < len(text) && n < len(want) && equalFold(text[n:n+1], want[n:n+1]) {
			n++
		}
		for ; n >= 2; n-- {
			if all, ok := from(word+1, want[n:]); ok {
				return all, ok
			}
		}
		if word > 0 {
			_, ok = from(word+1, want)
		}
		return false, ok
	}
	return from(0, want)
}

// maxWords bounds the names that are taken apart.
const maxWords = 12

// maxNear bounds the names that are compared letter by letter.
const maxNear = 64

// edits counts the letters that must be added, left out, changed or swapped with their
// neighbor to make name out of lower, without regard to case; more than most is most+1.
func edits(name, lower string, most int) int {
	n, m := len(name), len(lower)
	if n > maxNear || m > maxNear || n-m > most || m-n > most {
		return most + 1
	}
	var rows [3][maxNear + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range m + 1 {
		last[j] = j
	}
	for i := 1; i <= n; i++ {
		row[0] = i
		best := i
		for j := 1; j <= m; j++ {
			cost := 1
			if equalFold(name[i-1:i], lower[j-1:j]) {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && equalFold(name[i-1:i], lower[j-2:j-1]) && equalFold(name[i-2:i-1], lower[j-1:j]) {
				row[j] = min(row[j], before[j-2]+1)
			}
			best = min(best, row[j])
		}
		if best > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return last[m]
}
