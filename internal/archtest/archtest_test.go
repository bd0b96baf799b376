// Package archtest holds the import tables of docs/architecture.md: which room
// may import which, and which library may be used where. It has no code but its test.
package archtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"regexp"
	"strings"
	"testing"
)

const (
	module  = "github.com/gortexhq/gortex"
	page    = "../../docs/architecture.md"
	rooms   = "room"    // first header cell of the table of rooms
	library = "library" // first header cell of the table of libraries
)

type pkg struct {
	ImportPath, Dir                    string
	Doc                                string
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
}

func TestRoomsImportOnlyWhatTheTableAllows(t *testing.T) {
	allowed := table(t, rooms)
	for _, p := range packages(t) {
		room, may := owner(allowed, relative(p.ImportPath))
		if room == "" {
			t.Errorf("%s stands in no room of the table in docs/architecture.md", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			if ours(imp) && !permits(may, room, relative(imp)) {
				t.Errorf("%s imports %s: the table lets %s import only %s", relative(p.ImportPath), relative(imp), room, strings.Join(may, ", "))
			}
		}
	}
}

func TestLibrariesStayWhereTheTableSays(t *testing.T) {
	allowed := table(t, library)
	for _, p := range packages(t) {
		if forTests(p.ImportPath) {
			continue // as free as tests are
		}
		for _, imp := range p.Imports {
			if ours(imp) || !strings.Contains(strings.SplitN(imp, "/", 2)[0], ".") {
				continue // ours, or the standard library
			}
			lib, may := owner(allowed, imp)
			switch {
			case lib == "":
				t.Errorf("%s imports %s, which the table of libraries in docs/architecture.md does not know", p.ImportPath, imp)
			case !permits(may, "", relative(p.ImportPath)):
				t.Errorf("%s imports %s: the table keeps that library in %s", relative(p.ImportPath), imp, strings.Join(may, ", "))
			}
		}
	}
}

// Fakes and test laws live in packages of their own (hookstest); what ships does without them.
func TestOnlyTestsImportWhatIsForTests(t *testing.T) {
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			if ours(imp) && forTests(imp) && !forTests(p.ImportPath) {
				t.Errorf("%s imports %s outside a test", relative(p.ImportPath), relative(imp))
			}
		}
	}
}

func TestEveryRoomSaysWhatItIs(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// TestTheTableIsRead guards the guard: an empty table would forbid nothing that
// matters and a renamed header would go unseen.
func TestTheTableIsRead(t *testing.T) {
	allowed := table(t, rooms)
	if _, may := owner(allowed, "internal/hosts/pi"); permits(may, "internal/hosts/pi", "internal/engine") {
		t.Error("a host adapter may import the engine: the table was not read as it stands")
	}
	if _, may := owner(allowed, "cmd/gortex"); !permits(may, "cmd/gortex", "internal/engine") {
		t.Error("cmd/gortex may not import the engine: the table was not read as it stands")
	}
}

// forTests says whether a package serves tests only, as its name tells: hookstest.
// archtest itself has nothing to import.
func forTests(imp string) bool {
	return strings.HasSuffix(imp, "test") && path.Base(imp) != "archtest"
}

func ours(imp string) bool        { return imp == module || strings.HasPrefix(imp, module+"/") }
func relative(imp string) string  { return strings.TrimPrefix(strings.TrimPrefix(imp, module), "/") }
func below(dir, name string) bool { return name == dir || strings.HasPrefix(name, dir+"/") }
func within(dirs []string, n string) bool {
	for _, d := range dirs {
		if d == "everything" || below(d, n) {
			return true
		}
	}
	return false
}

// permits: a room may import itself and what it has below it.
func permits(may []string, room, name string) bool {
	return room != "" && below(room, name) || within(may, name)
}

// owner returns the longest row that name is at or below.
func owner(rows map[string][]string, name string) (string, []string) {
	best := ""
	for row := range rows {
		if below(row, name) && len(row) > len(best) {
			best = row
		}
	}
	return best, rows[best]
}

var code = regexp.MustCompile("`([^`]+)`")

// table reads the rows of the table whose first header cell is named: the names in
// code style of the first cell, and those of the last, or the words everything and nothing.
func table(t *testing.T, header string) map[string][]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	rows, in := map[string][]string{}, false
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		first, last := strings.TrimSpace(cells[0]), strings.TrimSpace(cells[len(cells)-1])
		switch {
		case !strings.HasPrefix(line, "|"):
			in = false
		case first == header:
			in = true
		case in && strings.HasPrefix(first, "`"):
			for _, name := range code.FindAllStringSubmatch(first, -1) {
				rows[path.Clean(name[1])] = names(last)
			}
		}
	}
	if len(rows) == 0 {
		t.Fatalf("no table with the header %q in %s", header, page)
	}
	return rows
}

func names(cell string) []string {
	if cell == "everything" {
		return []string{cell}
	}
	var all []string
	for _, m := range code.FindAllStringSubmatch(cell, -1) {
		all = append(all, path.Clean(m[1]))
	}
	return all
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Doc,GoFiles,Imports,TestImports,XTestImports", module+"/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []pkg
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
