//go:build unix

package edit

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGuardsHoldAtTheMomentOfTheWrite: what comes in a file's place, or in that of a folder
// above it, between the guards and the write is not written through.
func TestGuardsHoldAtTheMomentOfTheWrite(t *testing.T) {
	t.Parallel()
	swap := func(t *testing.T, name, to string) {
		t.Helper()
		if err := os.Rename(name, name+".old"); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		rule  string
		swap  func(t *testing.T, p *place)
		says  string
		moved string // where the old file is now
	}{
		{"a folder becomes a symlink out", func(t *testing.T, p *place) { swap(t, filepath.Join(p.root, "dir"), p.outside) }, "", "dir.old/f"},
		{"a folder becomes a symlink to .git", func(t *testing.T, p *place) { swap(t, filepath.Join(p.root, "dir"), ".git") }, "a folder above it has been replaced", "dir.old/f"},
		{"a folder becomes another folder", func(t *testing.T, p *place) {
			dir := filepath.Join(p.root, "dir")
			if err := os.Rename(dir, dir+".old"); err != nil {
				t.Fatal(err)
			}
			p.write("dir/f", "a\n")
		}, "", "dir.old/f"}, // while it waits, that is the file that is meant
		{"a folder is gone", func(t *testing.T, p *place) {
			dir := filepath.Join(p.root, "dir")
			if err := os.Rename(dir, dir+".old"); err != nil {
				t.Fatal(err)
			}
		}, "", "dir.old/f"},
		{"the file becomes a symlink out", func(t *testing.T, p *place) { swap(t, filepath.Join(p.root, "dir/f"), filepath.Join(p.outside, "f")) }, "", "dir/f.old"},
		{"the file becomes a symlink to .git", func(t *testing.T, p *place) { swap(t, filepath.Join(p.root, "dir/f"), "../.git/f") }, "", "dir/f.old"},
		{"the file is gone", func(t *testing.T, p *place) {
			file := filepath.Join(p.root, "dir/f")
			if err := os.Rename(file, file+".old"); err != nil {
				t.Fatal(err)
			}
		}, "does not exist", "dir/f.old"},
	} {
		for _, when := range []string{"before the rename", "while it waits for its turn"} {
			t.Run(tt.rule+" "+when, func(t *testing.T) {
				t.Parallel()
				p := newPlace(t, map[string]string{"dir/f": "a\n", ".git/f": "a\n"})
				secret := filepath.Join(p.outside, "f")
				if err := os.WriteFile(secret, []byte("a\n"), 0o644); err != nil {
					t.Fatal(err)
				}
				var err error
				if when == "before the rename" {
					swapped := false
					p.editor.hooks.beforeRename = func(string) {
						if !swapped {
							swapped = true
							tt.swap(t, p)
						}
					}
					_, err = p.apply(replace("dir/f", "a", "b"))
				} else {
					targets, resolved := p.editor.resolve(p.root, []Change{replace("dir/f", "a", "b")})
					if resolved != nil {
						t.Fatal(resolved)
					}
					tt.swap(t, p)
					_, err = p.editor.locked(context.Background(), targets)
				}
				if !strings.HasPrefix(tt.rule, "a folder becomes another folder") || when == "before the rename" {
					p.refused(err, tt.says)
				}
				for _, file := range []string{secret, filepath.Join(p.root, ".git/f"), filepath.Join(p.root, tt.moved)} {
					if b, err := os.ReadFile(file); string(b) != "a\n" {
						t.Errorf("%s became %q, %v", file, b, err)
					}
				}
				for _, name := range p.files() {
					if strings.Contains(name, tempPrefix) {
						t.Errorf("left behind: %s", name)
					}
				}
			})
		}
	}
}

func TestNamesThatAreNoFile(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\n", "dir/g": "a\n"})
	for _, tt := range []struct{ rule, file, says string }{
		{"a slash at the end", "new/", "names a folder"},
		{"of a file that is there", "f/", "names a folder"},
		{"of a folder that is there", "dir/", "names a folder"},
		{"a file below a file", "f/new", "below a file"},
		{"too long", strings.Repeat("x", 300), "cannot be reached"},
		{"a NUL in it", "a\x00b", "cannot be reached"},
	} {
		change := write(tt.file, "x\n")
		change.Create = true
		_, err := p.apply(change)
		if r := p.refused(err, tt.says); strings.Contains(r.Text, "\n") || strings.Contains(r.Text, "\x00") {
			t.Errorf("%s: %q", tt.rule, r.Text)
		}
	}
	if d := cmp.Diff([]string{"dir/g", "f"}, p.files()); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func TestANameWithALineEndInIt(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"a\nb": "one\n"})
	if _, err := p.apply(replace("a\nb", "one", "two")); err != nil || p.read("a\nb") != "two\n" {
		t.Errorf("%v, %q", err, p.read("a\nb"))
	}
	_, err := p.apply(replace("a\nb", "three", "four"))
	if r := p.refused(err, `"a\nb" does not have this old`); strings.Contains(r.Text, "a\nb") {
		t.Errorf("%q", r.Text)
	}
}

// A rename cuts a file off from its other names. They keep what they had, as copies made
// with hard links are meant to.
func TestTheOtherNamesOfAFileKeepItsOldContent(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"f": "a\n"})
	if err := os.Link(filepath.Join(p.root, "f"), filepath.Join(p.outside, "copy")); err != nil {
		t.Fatal(err)
	}
	if _, err := p.apply(replace("f", "a", "b")); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(filepath.Join(p.outside, "copy")); p.read("f") != "b\n" || string(b) != "a\n" {
		t.Errorf("%q, and the copy %q", p.read("f"), b)
	}
}

func TestALargeFileIsEditedLikeAny(t *testing.T) {
	t.Parallel()
	hay := strings.Repeat("hay hay hay\r\n", 300_000) // 3.9 MB
	p := newPlace(t, map[string]string{"f": hay + "needle\r\n" + hay})
	r, err := p.apply(replace("f", "hay\nneedle\n", "hay\nfound\nit\n"))
	if err != nil || r[0].Added != 2 || r[0].Removed != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	if p.read("f") != hay+"found\r\nit\r\n"+hay {
		t.Error("more than the edited lines changed")
	}
	_, err = p.apply(replace("f", strings.Repeat("straw straw\n", 100_000), "x"))
	if r := p.refused(err, "does not have this old"); len(r.Text) > 8000 {
		t.Errorf("the refusal has %d bytes", len(r.Text))
	}
}

func TestSocketsAreNoFiles(t *testing.T) {
	t.Parallel()
	p := newPlace(t, nil)
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	short, err := os.MkdirTemp("", "s") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(short)
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: filepath.Join(short, "s")}); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(short, "s"), filepath.Join(p.root, "s")); err != nil {
		t.Skip("the socket cannot be moved here")
	}
	_, err = p.apply(write("s", "x\n"))
	p.refused(err, "no regular file")
}

func TestAFolderThatMayNotBeWrittenIsNamedWithItsMend(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	p := newPlace(t, map[string]string{"dir/f": "a\n"})
	dir := filepath.Join(p.root, "dir")
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
	_, err := p.apply(replace("dir/f", "a", "b"))
	p.refused(err, "dir/f cannot be written", "chmod u+w the folder")
	change := write("dir/new/g", "b\n")
	change.Create = true
	_, err = p.apply(change)
	p.refused(err, "dir/new/g cannot be made", "chmod u+w the folder")
	if err := os.Chmod(filepath.Join(dir, "f"), 0o444); err != nil {
		t.Fatal(err)
	}
	_, err = p.apply(replace("dir/f", "a", "b"))
	p.refused(err, "chmod u+w dir/f")
}
