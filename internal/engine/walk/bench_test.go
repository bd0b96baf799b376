package walk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/walk"
)

// BenchmarkWalk walks 5,000 tracked files in 200 folders.
func BenchmarkWalk(b *testing.B) {
	root := b.TempDir()
	for d := range 200 {
		dir := filepath.Join(root, fmt.Sprintf("a%d/b%d", d%10, d))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 25 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.go", f)), []byte("package p\n"), 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := gitIn(root, "init", "-q"); err != nil {
		b.Fatal(err)
	}
	if err := gitIn(root, "add", "-A"); err != nil {
		b.Fatal(err)
	}
	root, _ = walk.Root(root)
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			if r, err := walk.Walk(context.Background(), root, walk.Options{}); err != nil || len(r.Files) != 5000 {
				b.Fatal(err)
			}
		}
	})
	b.Run("one file", func(b *testing.B) {
		for b.Loop() {
			if r, err := walk.Under(context.Background(), root, []string{"a1/b1/f1.go"}, walk.Options{}); err != nil || len(r.Files) != 1 {
				b.Fatal(err)
			}
		}
	})
	b.Run("floor: git alone", func(b *testing.B) {
		for b.Loop() {
			if err := gitIn(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"); err != nil {
				b.Fatal(err)
			}
		}
	})
}
