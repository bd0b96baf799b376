package engine

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRandomChangesGiveTheGraphThatAFreshIndexGives: lines go, come twice, change their
// places; names become other names; always in files that are known, one or two at once.
func TestRandomChangesGiveTheGraphThatAFreshIndexGives(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/link/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(err)
	}
	rounds := 12
	if os.Getenv("GORTEX_SOAK") != "" {
		rounds = 1000
	}
	for _, file := range append(archives, "testdata/shop.txtar") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			files := archive(t, file)
			paths := slices.Sorted(maps.Keys(files))
			r := track(t, Options{}, files)
			random := rand.New(rand.NewPCG(7, uint64(len(file))))
			for round := range rounds {
				var changed []string
				for range 1 + random.IntN(2) {
					p := paths[random.IntN(len(paths))]
					text := mutated(random, files[p], files)
					if random.IntN(3) == 0 {
						files[p] = text // otherwise it is put right by the next change of the file
					}
					write(t, r.Root(), p, text)
					changed = append(changed, p)
				}
				if err := r.Refresh(t.Context(), changed...); err != nil {
					t.Fatal(err)
				}
				fresh, err := openEngine(t, Options{}).Track(context.Background(), r.Root(), nil)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(graphText(fresh.Snapshot()), graphText(r.Snapshot())); diff != "" {
					t.Fatalf("round %d, %v: (-fresh +refreshed)\n%s", round, changed, diff)
				}
			}
		})
	}
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w+`)

func mutated(random *rand.Rand, text string, files map[string]string) string {
	lines := strings.SplitAfter(text, "\n")
	at := random.IntN(len(lines))
	switch random.IntN(5) {
	case 0:
		lines = slices.Delete(lines, at, at+1)
	case 1:
		lines = slices.Insert(lines, at, lines[random.IntN(len(lines))])
	case 2:
		to := random.IntN(len(lines))
		lines[at], lines[to] = lines[to], lines[at]
	default: // one name becomes one from anywhere
		var all []string
		for _, p := range slices.Sorted(maps.Keys(files)) {
			all = append(all, identifier.FindAllString(files[p], -1)...)
		}
		if own := identifier.FindAllString(text, -1); len(own) > 0 {
			old := own[random.IntN(len(own))]
			return strings.Replace(text, old, all[random.IntN(len(all))], 1+random.IntN(3))
		}
	}
	return strings.Join(lines, "")
}

// TestOnlyWhatMentionsAChangeIsLinkedAnew: a function that is new to one file of many.
func TestOnlyWhatMentionsAChangeIsLinkedAnew(t *testing.T) {
	t.Parallel()
	files := map[string]string{"go.mod": "module example.test/m\n"}
	for i := range 20 {
		files[fmt.Sprintf("p%02d/f.go", i)] = fmt.Sprintf("package p%02d\n\nimport \"example.test/m/p%02d\"\n\nfunc F() { p%02d.F(); g() }\n\nfunc g() {}\n", i, (i+1)%20, (i+1)%20)
	}
	r := track(t, Options{}, files)
	before := r.Snapshot().g
	write(t, r.Root(), "p07/f.go", files["p07/f.go"]+"\nfunc New() { F() }\n")
	if err := r.Refresh(t.Context(), "p07/f.go"); err != nil {
		t.Fatal(err)
	}
	after := r.Snapshot().g
	var anew []string
	for i, f := range after.Files {
		if len(after.Links[i].Edges) > 0 && f.Path < "p07" && &after.Links[i].Edges[0] != &before.Links[i].Edges[0] && f.Path != "p06/f.go" {
			anew = append(anew, f.Path)
		}
	}
	if len(anew) > 0 {
		t.Errorf("linked anew: %v", anew)
	}
	if got := r.Snapshot().References("p07/f.go::F", Resolved); sites(got) != "p06/f.go::F p07/f.go::New" {
		t.Error(sites(got))
	}
}
