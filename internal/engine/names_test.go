package engine

import "testing"

func TestNamesThatHaveAPartInside(t *testing.T) {
	t.Parallel()
	s := track(t, Options{}, map[string]string{
		"a.go": "package a\n\nfunc Open() {}\nfunc ReOpen() { Opening() }\nfunc OpenAll() { notOpenHere() }\ntype T struct{ Open, wasOpen int }\n",
	}).Snapshot()
	for _, c := range []struct {
		part        string
		limit, want int
	}{
		{"Open", 9, 3}, // ReOpen, OpenAll, wasOpen: not Open itself, nor what is called and defined elsewhere
		{"Open", 2, 2},
		{"open", 9, 0},
		{"Opening", 9, 0},
	} {
		if got := s.NamesWith(c.part, c.limit); got != c.want {
			t.Errorf("%s, at most %d: %d, want %d", c.part, c.limit, got, c.want)
		}
	}
}
