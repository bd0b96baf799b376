package link

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExpressionsAreRead(t *testing.T) {
	t.Parallel()
	names := map[string]uint32{"store": 1, "Open": 2, "db": 3}
	find := func(s string) (uint32, bool) { id, ok := names[s]; return id, ok }
	for _, tt := range []struct {
		text string
		want expr
	}{
		{"store.Open", expr{name: 1, steps: []step{{'.', 2}}}},
		{"=store.Open().db[]", expr{value: true, name: 1, steps: []step{{'.', 2}, {op: '('}, {'.', 3}, {op: '['}}}},
		{"=@self.db", expr{value: true, root: self, steps: []step{{'.', 3}}}},
		{"@super", expr{root: bases}},
		{"?", expr{root: untold}},
		{"=?.db", expr{value: true, root: untold, steps: []step{{'.', 3}}}},
		{"=unheard.of", expr{value: true, open: true, steps: []step{{'.', 0}}}},
		{"", expr{root: untold}},
		{"store(", expr{root: untold}},
		{"store[x]", expr{root: untold}},
	} {
		if diff := cmp.Diff(tt.want, *parse(tt.text, find), cmp.AllowUnexported(expr{}, step{})); diff != "" {
			t.Errorf("%s\n%s", tt.text, diff)
		}
	}
}

func TestAValueSurvivesPacking(t *testing.T) {
	t.Parallel()
	for _, v := range []value{{}, anUnknown, aMissing, anExternal, {kind: pkg, id: 7}, {kind: symbol, id: 1 << 30, depth: 255, instance: true}, {kind: super, id: 3}} {
		if got := unpack(v.pack()); got != v {
			t.Errorf("%+v became %+v", v, got)
		}
	}
}
