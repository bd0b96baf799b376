package editdiff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	udiff "github.com/aymanbagabas/go-udiff"
	"github.com/aymanbagabas/go-udiff/myers"
)

// TestTheSearchBreaksTiesAsTheOracle compares with a library whose search was
// found equal to jsdiff's, in texts full of repeated lines.
func TestTheSearchBreaksTiesAsTheOracle(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	for range 5000 {
		old := randomText(r, 1+r.IntN(40), 1+r.IntN(6))
		new := edited(r, old)
		got, why := compare(old, new, time.Time{})
		if why != found {
			t.Fatal("too costly")
		}
		//lint:ignore SA1019 its tie-breaks are jsdiff's: it is the oracle here, and ships nowhere
		want := marked(old, new, myers.ComputeEdits(old, new))
		if marks := marksOf(got); marks != want {
			t.Fatalf("%q → %q: %s, want %s", old, new, marks, want)
		}
	}
}

// marked are the lines that edits remove and add, as "-3 +4", removed ones first.
func marked(old, new string, edits []udiff.Edit) string {
	var removed, added []int
	oldAt, newAt, end := 0, 0, 0
	for _, e := range edits {
		between := strings.Count(old[end:e.Start], "\n")
		oldAt, newAt = oldAt+between, newAt+between
		for range lines(old[e.Start:e.End]) {
			removed = append(removed, oldAt)
			oldAt++
		}
		for range lines(e.New) {
			added = append(added, newAt)
			newAt++
		}
		end = e.End
	}
	return sprint(removed, added)
}

func marksOf(c comparison) string {
	var removed, added []int
	for _, ch := range c.changes {
		for i := range ch.removed {
			removed = append(removed, ch.oldAt+i)
		}
		for i := range ch.added {
			added = append(added, ch.newAt+i)
		}
	}
	return sprint(removed, added)
}

func randomText(r *rand.Rand, n, letters int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(byte('a' + r.IntN(letters)))
		b.WriteByte('\n')
	}
	return b.String()
}

// edited cuts, repeats and changes lines.
func edited(r *rand.Rand, text string) string {
	all := lines(text)
	for range 1 + r.IntN(8) {
		at := r.IntN(len(all) + 1)
		switch {
		case r.IntN(2) == 0 && at < len(all):
			all = append(all[:at:at], all[at+1:]...)
		default:
			all = append(all[:at:at], append([]string{string(rune('a'+r.IntN(6))) + "\n"}, all[at:]...)...)
		}
	}
	return strings.Join(all, "")
}

func sprint(removed, added []int) string { return fmt.Sprint(removed, added) }
