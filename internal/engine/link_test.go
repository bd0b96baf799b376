package engine

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReferencesLeadWhereTheMarksSay: in testdata/link, a comment
//
//	s.Get(k) //@ Get -> store/store.go::Store.Get ; k -> none
//
// says which definitions the uses of these names on its line mean: ids with commas,
// and "likely" or "name_only" behind them where the edge is less than resolved.
func TestReferencesLeadWhereTheMarksSay(t *testing.T) {
	t.Parallel()
	archives, err := filepath.Glob("testdata/link/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			files := archive(t, file)
			s := track(t, Options{}, files).Snapshot()
			want, got := map[string]string{}, map[string]string{}
			for _, path := range slices.Sorted(maps.Keys(files)) {
				for line, text := range strings.Split(files[path], "\n") {
					marks(want, fmt.Sprintf("%s:%d", path, line+1), text)
				}
			}
			for key := range want {
				got[key] = s.leads(t, key)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-marked +linked)\n%s", diff)
			}
		})
	}
}

// marks adds what a line's comment says: "path:line name" → where it leads.
func marks(want map[string]string, place, line string) {
	_, comment, ok := strings.Cut(line, "@ ")
	if !ok || !strings.Contains(comment, " -> ") {
		return
	}
	for mark := range strings.SplitSeq(comment, " ; ") {
		name, to, _ := strings.Cut(strings.TrimSpace(mark), " -> ")
		want[place+" "+name] = to
	}
}

func (s *Snapshot) leads(t *testing.T, key string) string {
	t.Helper()
	place, name, _ := strings.Cut(key, " ")
	var path string
	var line int
	at := strings.LastIndexByte(place, ':')
	path = place[:at]
	if _, err := fmt.Sscan(place[at+1:], &line); err != nil {
		t.Fatal(err)
	}
	file, ok := s.g.File(path)
	if !ok {
		t.Fatalf("%s is not indexed", path)
	}
	var to []string
	certainty := Resolved
	for _, e := range s.g.Links[file].Edges {
		if ref := s.g.Files[file].Refs[e.Ref]; int(ref.Line) == line && s.g.Text(ref.Name) == name {
			id := s.symbol(e.To).ID
			if !slices.Contains(to, id) {
				to = append(to, id)
			}
			certainty = min(certainty, Certainty(e.Certainty))
		}
	}
	if len(to) == 0 {
		return "none"
	}
	slices.Sort(to)
	if certainty == Resolved {
		return strings.Join(to, ", ")
	}
	return strings.Join(to, ", ") + " " + certainty.String()
}
