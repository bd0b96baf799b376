package tools

import "testing"

func TestAPromotionIsAnnouncedOnce(t *testing.T) {
	t.Parallel()
	n := 0
	s := New(Options{}).Session(SessionOptions{CWD: t.TempDir(), OnChanged: func() { n++ }})
	before := len(s.Tools())
	s.promote(nil)
	s.promote([]string{"trace", "analyze"})
	s.promote([]string{"trace"})
	if n != 1 {
		t.Errorf("announced %d times, want once", n)
	}
	if len(s.Tools()) != before {
		t.Error("a tool that is not built is shown")
	}
}
