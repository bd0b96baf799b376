//go:build unix

package edit

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestPlacesThatAreNotOurs(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"in": "a\n", "sub/in": "a\n", ".git/config": "a\n", "sub/.git": "a\n", "ignored/x": "a\n"})
	secret := filepath.Join(p.outside, "secret")
	if err := os.WriteFile(secret, []byte("a\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{
		"leads-out": secret, "folder-out": p.outside, "leads-git": filepath.Join(p.root, ".git"), "nowhere": filepath.Join(p.root, "gone"), "loop": filepath.Join(p.root, "loop"),
	} {
		if err := os.Symlink(to, filepath.Join(p.root, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ rule, file, says string }{
		{"outside", secret, "outside the tracked"},
		{"out by ..", "../outside/secret", "outside the tracked"},
		{"out by .. in between", "sub/../../outside/secret", "outside the tracked"},
		{"a symlink out", "leads-out", "leads to " + secret},
		{"a folder that is a symlink out", "folder-out/secret", "outside the tracked"},
		{"a new file behind a symlink out", "folder-out/new", "outside the tracked"},
		{".git", ".git/config", "git's own"},
		{".git deeper, as a file", "sub/.git", "git's own"},
		{".git in capitals", ".GIT/hooks/pre-commit", "git's own"},
		{".git behind a symlink", "leads-git/config", "git's own"},
		{"ignored", "ignored/x", "force"},
		{"a broken symlink", "nowhere", "leads nowhere"},
		{"a loop of symlinks", "loop", "cannot be reached"},
		{"the root itself", ".", "is a folder"},
		{"a folder", "sub", "is a folder"},
		{"missing", "none", "does not exist"},
		{"no name", "", "which file?"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			content := "b\n"
			change := Change{File: tt.file, Content: &content}
			if tt.rule != "missing" {
				change.Create = true
			}
			_, err := p.apply(change)
			p.refused(err, tt.says)
		})
	}
	t.Cleanup(func() {
		for _, file := range []string{secret, filepath.Join(p.root, ".git/config")} {
			if b, _ := os.ReadFile(file); string(b) != "a\n" {
				t.Errorf("%s was written", file)
			}
		}
	})
}

func TestForceOpensIgnoredFolders(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"ignored/x": "a\n"})
	change := replace("ignored/x", "a", "b")
	change.Force = true
	if _, err := p.apply(change); err != nil || p.read("ignored/x") != "b\n" {
		t.Errorf("%v", err)
	}
}

func TestASymlinkInsideIsFollowedAndStays(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"dir/real": "a\n"})
	link := filepath.Join(p.root, "link")
	if err := os.Symlink(filepath.Join("dir", "real"), link); err != nil {
		t.Fatal(err)
	}
	r, err := p.apply(replace("link", "a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Lstat(link); info.Mode()&os.ModeSymlink == 0 || p.read("dir/real") != "b\n" || r[0].Path != "dir/real" {
		t.Errorf("%v, %q, %+v", info.Mode(), p.read("dir/real"), r)
	}
}

func TestFilesThatAreNoTextOrNotWritable(t *testing.T) {
	t.Parallel()
	p := newPlace(t, map[string]string{"nul": "a\x00b\n", "latin1": "caf\xe9\n", "utf16": "\xff\xfea\x00", "readonly": "a\n"})
	if err := os.Chmod(filepath.Join(p.root, "readonly"), 0o444); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(p.root, "fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, says := range map[string]string{
		"nul": "not UTF-8 text", "latin1": "not UTF-8 text", "utf16": "not UTF-8 text", "fifo": "no regular file", "readonly": "chmod u+w readonly",
	} {
		_, err := p.apply(replace(file, "a", "b"))
		p.refused(err, file, says)
		_, err = p.apply(write(file, "b"))
		p.refused(err, says)
	}
}

func TestModeIsKept(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o755, 0o600, 0o644, 0o640, 0o755 | os.ModeSetuid, 0o777} {
		p := newPlace(t, map[string]string{"f": "a\n"})
		file := filepath.Join(p.root, "f")
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := p.apply(replace("f", "a", "b")); err != nil {
			t.Fatal(err)
		}
		if info, _ := os.Stat(file); info.Mode() != mode {
			t.Errorf("%v became %v", mode, info.Mode())
		}
	}
}
