package edit

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Attributes of a file, of linux/fs.h.
const immutable, appendOnly = 0x10, 0x20

// flag sets an attribute of a file, as chattr does, for as long as the test runs.
func flag(t *testing.T, file string, attribute int) {
	t.Helper()
	change := func(to func(int) int) error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		flags, err := unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
		if err != nil {
			return err
		}
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, to(flags))
	}
	if err := change(func(flags int) int { return flags | attribute }); err != nil {
		t.Skipf("attributes cannot be set here: %v", err)
	}
	t.Cleanup(func() {
		if err := change(func(flags int) int { return flags &^ attribute }); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatChattrForbidsIsNamedWithItsMend(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, file string // relative to the root; "": the root itself
		attribute  int
	}{
		{"an immutable file", "f", immutable},
		{"a file that may only grow", "f", appendOnly},
		{"an immutable folder", ".", immutable},
		{"a folder that may only grow", ".", appendOnly},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, map[string]string{"f": "a\n", "g": "a\n"})
			flag(t, filepath.Join(p.root, tt.file), tt.attribute)
			_, err := p.apply(replace("g", "a", "b"), replace("f", "a", "b"))
			p.refused(err, "chattr -i or -a")
			if p.read("f")+p.read("g") != "a\na\n" {
				t.Error("something was written")
			}
			if names := p.files(); tt.file == "f" && len(names) != 2 {
				t.Errorf("left behind: %v", names)
			}
		})
	}
}
