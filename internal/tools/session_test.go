package tools

import "testing"

func TestAPromotionIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	n := 0
	s := New(Options{}).Session(SessionOptions{CWD: t.TempDir(), OnChanged: func() { n++ }})
	before := len(s.Tools())
	s.relist(nil, nil)
	s.relist([]string{"trace", "analyze"}, nil)
	s.relist([]string{"trace"}, nil)
	if n != 1 {
		t.Errorf("announced %d times, want once", n)
	}
	if got := len(s.Tools()); got != before+2 {
		t.Errorf("%d tools are shown, want %d", got, before+2)
	}
}
