package pi

import (
	"path/filepath"
	"testing"
)

func TestPathsResolveAsPiResolvesThem(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ path, want string }{
		"relative to the session's folder":  {"a/b.go", "/src/repo/a/b.go"},
		"absolute":                          {"/etc/x", "/etc/x"},
		"dots are taken out":                {"./a/../b.go", "/src/repo/b.go"},
		"one @ in front is dropped":         {"@a.go", "/src/repo/a.go"},
		"only one":                          {"@@a.go", "/src/repo/@a.go"},
		"an @ before an absolute path":      {"@/etc/x", "/etc/x"},
		"a tilde alone":                     {"~", "/home/u"},
		"a tilde in front":                  {"~/x.go", "/home/u/x.go"},
		"an @ before a tilde":               {"@~/x.go", "/home/u/x.go"},
		"another user's home stays":         {"~root/x", "/src/repo/~root/x"},
		"a file URL":                        {"file:///etc/x", "/etc/x"},
		"a file URL with an escape":         {"file:///a%20b.go", "/a b.go"},
		"a no-break space is a space":       {"a\u00A0b.go", "/src/repo/a b.go"},
		"so are narrow, figure, wide space": {"a\u202Fb\u2007c\u3000d", "/src/repo/a b c d"},
		"nothing is the folder":             {"", "/src/repo"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := resolvePath(tt.path, "/src/repo", "/home/u"); got != tt.want {
				t.Errorf("resolvePath(%q) = %q, want %q", tt.path, got, tt.want)
			}
		})
	}
}

func TestReadTriesTheSpellingsOfMacOS(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	narrow, curly := filepath.Join(dir, "Shot at 1.02\u202FPM.png"), filepath.Join(dir, "d\u2019accord.go")
	write(t, narrow, "x")
	write(t, curly, "x")
	for asked, want := range map[string]string{
		"Shot at 1.02 PM.png": narrow,
		"d'accord.go":         curly,
		"absent.go":           filepath.Join(dir, "absent.go"),
	} {
		if got := resolveReadPath(asked, dir, "/home/u"); got != want {
			t.Errorf("resolveReadPath(%q) = %q, want %q", asked, got, want)
		}
	}
}
