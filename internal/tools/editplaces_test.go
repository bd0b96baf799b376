package tools_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/tools"
)

func TestASlashAtTheEndNamesNoFile(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	for _, name := range []string{"cart/new/", "cart/cart.go/", "cart/", "./cart/new/", filepath.Join(s.root, "cart") + "/new/"} {
		if said := s.refusal("edit", `{"file":"`+name+`","content":"x","create":true}`); !strings.Contains(said, "names a folder") {
			t.Errorf("%s: %s", name, said)
		}
	}
	if _, err := os.Lstat(filepath.Join(s.root, "cart", "new")); err == nil {
		t.Error("a file was made")
	}
}

// A repository in a repository: the innermost one has the file, and everybody who has
// indexed it sees what was written.
func TestAFileOfARepositoryInARepository(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule         string
		both, listed bool // tracked both; the outer one's git lists the file
	}{
		{"only the outer one is tracked", false, true},
		{"both are tracked, the outer one has the file too", true, true},
		{"both are tracked", true, false},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			s := newShop(t)
			inner := filepath.Join(s.root, "inner")
			s.write("inner/deep/part.go", "package deep\n\n// Part is one.\nfunc Part() {}\n")
			if !tt.listed {
				mkdirAll(t, filepath.Join(inner, ".git"))
			}
			s.track(s.root)
			if tt.both {
				s.track(inner)
			}
			said := s.text("edit", `{"file":"inner/deep/part.go","edits":[{"old":"func Part()","new":"func Piece()"}]}`)
			if got := s.content("inner/deep/part.go"); !strings.Contains(got, "Piece") || !strings.Contains(said, "deep/part.go\t1\t1\t") {
				t.Errorf("%s\n%s", said, got)
			}
			at := s.tools.Session(tools.SessionOptions{CWD: inner, Client: "pi"})
			if text := callAs(t, at, "search", `{"query":"Piece"}`).Content[0].Text; !strings.Contains(text, "part.go::Piece") {
				t.Errorf("the index of the file's repository does not have it: %s", text)
			}
			for _, dir := range []string{s.root, inner} {
				session := s.tools.Session(tools.SessionOptions{CWD: dir, Client: "pi"})
				if text := callAs(t, session, "search", `{"operation":"text","query":"Part()"}`).Content[0].Text; !strings.Contains(text, "total=0") {
					t.Errorf("in %s the old text is still there: %s", dir, text)
				}
			}
		})
	}
}

func mkdirAll(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}
