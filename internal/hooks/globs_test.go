package hooks

import (
	"strings"
	"testing"
)

func TestGlobsCrossFoldersOnlyByTwoStars(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"*.go", "a.go", true},
		{"*.go", "a/b.go", false},
		{"**/*.go", "b.go", true},
		{"**/*.go", "a/b/c.go", true},
		{"**", "a/b", true},
		{"a/**/z.ts", "a/z.ts", true},
		{"a/**/z.ts", "b/z.ts", false},
		{"**/a/**", "x/a/y/z", true},
		{"[", "x", false},
		{"[!s]*.go", "store.go", false},
		{"[!s]*.go", "a.go", true},
		{"[^s]*.go", "store.go", false},
		{"a[!b-d]", "ac", false},
		{`\[!x]`, "[!x]", true},
		{"a", "a/b", false},
		{"a/*", "a", false},
		{"a/**", "a", true},
		{"**/**/a", "a", true},
		{"**/a/*/b/**/c", "a/x/a/y/b/c", true},
		{"**/a/*/b/**/c", "a/x/a/y/b/d", false},
		{"**/a/**/a/b", "a/a/c/a/b", true},
		{"a/**/b", "a", false},
		{"**/*", "", true},
	} {
		if got := MatchSegments(strings.Split(tt.pattern, "/"), strings.Split(tt.name, "/")); got != tt.want {
			t.Errorf("%s on %s: %v", tt.pattern, tt.name, got)
		}
	}
}

// Each "**" more must not multiply the work: a pattern of many would hold the daemon, and
// this test for longer than anyone waits.
func TestManyTwoStarsAreMatchedAtOnce(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("a/", 40)
	if MatchSegments(strings.Split(strings.Repeat("**/", 40)+"z.go", "/"), strings.Split(deep+"b.go", "/")) {
		t.Error("another name matches")
	}
	if MatchSegments(strings.Split(strings.Repeat("**/a/", 40)+"*.ts", "/"), strings.Split(deep+"b.go", "/")) {
		t.Error("another extension matches")
	}
	if !MatchSegments(strings.Split(strings.Repeat("**/", 40)+"*.go", "/"), strings.Split(deep+"b.go", "/")) {
		t.Error("a file that is named does not match")
	}
}
