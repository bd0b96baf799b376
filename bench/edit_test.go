package bench_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/mcp"
)

// edited is a repository of files to edit, and a session with its daemon.
type edited struct {
	world
	root   string
	client *mcp.Client
}

func newEdited(b *testing.B, files map[string]string) edited {
	b.Helper()
	w := newWorld(b)
	root := b.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	if out, err := exec.Command("git", "-C", root, "init", "-q").CombinedOutput(); err != nil {
		b.Fatalf("git: %v\n%s", err, out)
	}
	w.run(root, nil, "init", "--quiet", root)
	c := w.direct(root)
	b.Cleanup(func() { c.Close() })
	return edited{w, root, c}
}

// replace replaces a text of a file by way of the daemon: when it is back, the file is
// written and the index has it.
func (e edited) replace(file, old, text string) time.Duration {
	e.b.Helper()
	arguments, err := json.Marshal(map[string]any{"file": file, "edits": []any{map[string]any{"old": old, "new": text}}})
	if err != nil {
		e.b.Fatal(err)
	}
	began := time.Now()
	if r, err := e.client.CallTool(context.Background(), "edit", arguments, nil); err != nil || r.IsError {
		e.b.Errorf("edit of %s: %v, %+v", file, err, r)
	}
	return time.Since(began)
}

// floor is the least that a durable write costs: the whole content beside, on the disk,
// and renamed, and that on the disk too.
func (e edited) floor(file string) time.Duration {
	e.b.Helper()
	content, err := os.ReadFile(filepath.Join(e.root, file))
	if err != nil {
		e.b.Fatal(err)
	}
	dir := e.b.TempDir() // the same file system, and no repository
	began := time.Now()
	beside := filepath.Join(dir, "beside")
	f, err := os.Create(beside)
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = os.Rename(beside, filepath.Join(dir, "file"))
	}
	if err == nil {
		f, err = os.Open(dir)
	}
	if err == nil {
		err = errors.Join(f.Sync(), f.Close())
	}
	if err != nil {
		e.b.Fatal(err)
	}
	return time.Since(began)
}

// goFile is a file of functions of three lines, and text the same as what is no source.
func goFile(lines int) string {
	var s strings.Builder
	s.WriteString("package f\n")
	for i := 0; i < lines-1; i += 3 {
		fmt.Fprintf(&s, "func F%05d() int {\n\treturn %05d\n}\n", i, i)
	}
	return s.String()
}

// BenchmarkEdit is one edit, from the call to the answer, beside the bare write of the
// same bytes; then fifty of one file at once beside fifty bare writes.
func BenchmarkEdit(b *testing.B) {
	const many = 50
	sizes := []struct {
		name, file, text string
	}{
		{"10lines", "small.go", goFile(10)},
		{"1000lines", "middle.go", goFile(1000)},
		{"1MiB", "large.go", goFile(1 << 20 / 14)},
		{"1MiB-no-source", "large.txt", goFile(1 << 20 / 14)},
	}
	files := map[string]string{"fifty.go": goFile(3*many + 1)}
	for _, s := range sizes {
		files[s.file] = s.text
	}
	e := newEdited(b, files)
	for _, s := range sizes {
		b.Run(s.name, func(b *testing.B) {
			e := e
			e.b = b
			var ours, bare []time.Duration
			body, other := "return 00003", "return -1"
			for b.Loop() {
				ours, bare = append(ours, e.replace(s.file, body, other)), append(bare, e.floor(s.file))
				body, other = other, body
			}
			if body == "return -1" {
				e.replace(s.file, body, other)
			}
			compared(b, ours, bare)
		})
	}
	b.Run("50at-once", func(b *testing.B) {
		e := e
		e.b = b
		var ours, bare []time.Duration
		digit, other := "0", "1"
		for b.Loop() {
			began := time.Now()
			var all sync.WaitGroup
			for i := range many {
				all.Go(func() {
					e.replace("fifty.go", fmt.Sprintf("return %s%04d", digit, 3*i), fmt.Sprintf("return %s%04d", other, 3*i))
				})
			}
			all.Wait()
			ours = append(ours, time.Since(began))
			var sum time.Duration
			for range many {
				sum += e.floor("fifty.go")
			}
			bare = append(bare, sum)
			digit, other = other, digit
		}
		compared(b, ours, bare)
	})
}

// compared reports the middle of what both took, and how often one is in the other.
func compared(b *testing.B, ours, bare []time.Duration) {
	b.Helper()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(milliseconds(median(ours)), "edit-p50-ms")
	b.ReportMetric(milliseconds(median(bare)), "bare-p50-ms")
	b.ReportMetric(float64(median(ours))/float64(median(bare)), "×bare")
}
