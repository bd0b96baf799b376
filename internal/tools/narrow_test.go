package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestARestrictionThatLeavesNothingIsRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, tt := range []struct{ tool, arguments, says string }{
		{"search", `{"query":"Get","path":"src/store"}`, "nearest: store"},
		{"search", `{"operation":"text","query":"Get","path":"stroe/"}`, "nearest: store"},
		{"explore", `{"task":"how prices are kept","path":"nothing/at/all"}`, "No indexed file is in nothing/at/all"},
		{"relations", `{"operation":"callers","symbol":"Store.Get","path":"web2/**"}`, "nearest: web"},
		{"change", `{"operation":"impact","symbol":"Store.Get","path":"crat"}`, "nearest: cart"},
		{"search", `{"query":"Get","lang":"pyhton"}`, "there are: go, python, typescript"},
		{"search", `{"query":"Get","lang":"rust"}`, "there are: go, python, typescript"},
	} {
		if text := s.refusal(tt.tool, tt.arguments); !strings.Contains(text, tt.says) || !strings.Contains(text, "Example: ") {
			t.Errorf("%s %s: %s; want %q in it", tt.tool, tt.arguments, text, tt.says)
		}
	}
	for _, arguments := range []string{`{"query":"Get","path":"store"}`, `{"query":"Get","path":"./store/"}`, `{"query":"Get","path":"*.go"}`, `{"query":"Get","path":"."}`, `{"query":"price_of","lang":"py"}`, `{"query":"Get","lang":"Golang"}`} {
		if text := s.text("search", arguments); strings.Contains(text, "total=0") || strings.Contains(text, "no use for") {
			t.Errorf("%s: %s", arguments, text)
		}
	}
	s.text("change", `{"operation":"detect","path":"gone"}`)
}

func TestALinkIsReadAsWhatItLeadsTo(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	outside := filepath.Join(filepath.Dir(s.root), "secret.txt")
	write(t, outside, "secret\n")
	for link, to := range map[string]string{"link.go": "store/store.go", "out.txt": outside} {
		if err := os.Symlink(to, filepath.Join(s.root, link)); err != nil {
			t.Skip(err)
		}
	}
	if text := s.text("read", `{"file":"link.go","first":1,"last":2}`); !strings.HasPrefix(text, "store/store.go:1-2\n") {
		t.Error(text)
	}
	if text := s.text("relations", `{"operation":"dependents","file":"link.go"}`); !strings.Contains(text, "cart/cart.go") {
		t.Error(text)
	}
	if text := s.refusal("read", `{"file":"out.txt"}`); !strings.Contains(text, "symbolic link to "+outside) || strings.Contains(text, "secret\n") {
		t.Error(text)
	}
}

func TestABareRepositoryIsNotTracked(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	bare := filepath.Join(filepath.Dir(s.root), "bare.git")
	if out, err := exec.Command("git", "init", "-q", "--bare", bare).CombinedOutput(); err != nil {
		t.Skipf("%v: %s", err, out)
	}
	result := s.full("workspace_admin", `{"operation":"track","dir":"`+bare+`"}`)
	if text := result.Content[0].Text; !result.IsError || !strings.Contains(text, "bare git repository") || len(s.engine.Repositories()) != 1 {
		t.Errorf("%s; %d tracked", text, len(s.engine.Repositories()))
	}
}
