package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/gortexhq/gortex/internal/atomicfile"
)

func TestAFileIsReplacedWhole(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(string, fs.FileMode, ...[]byte) error{"lasting": atomicfile.Write, "cache": atomicfile.WriteCache} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			file := filepath.Join(dir, "settings.json")
			for _, tt := range []struct {
				mode   fs.FileMode
				pieces [][]byte
				want   string
			}{
				{0o640, [][]byte{[]byte("one "), []byte("two")}, "one two"},
				{atomicfile.Private, [][]byte{[]byte("shorter")}, "shorter"},
				{atomicfile.Private, nil, ""},
			} {
				if err := write(file, tt.mode, tt.pieces...); err != nil {
					t.Fatal(err)
				}
				got, err := os.ReadFile(file)
				if err != nil || string(got) != tt.want {
					t.Errorf("it holds %q (%v), want %q", got, err, tt.want)
				}
				if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != tt.mode {
					t.Errorf("its mode is %v (%v), want %v", info.Mode(), err, tt.mode)
				}
			}
			alone(t, dir, "settings.json")
		})
	}
}

func TestAFailureLeavesWhatWasThere(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "taken", "inside"), 0o700); err != nil { // a rename onto it fails
		t.Fatal(err)
	}
	if err := atomicfile.Write(filepath.Join(dir, "taken"), atomicfile.Private, []byte("x")); err == nil {
		t.Error("a file took a folder's place")
	}
	alone(t, dir, "taken")
	if err := atomicfile.Write(filepath.Join(dir, "missing", "file"), atomicfile.Private, []byte("x")); err == nil {
		t.Error("a file was written into a folder that is not there")
	}
}

func alone(t *testing.T, dir, name string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != name {
		t.Errorf("beside %s there is something: %v", name, entries)
	}
}
