package tools_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestRenames plays testdata/rename: files, and above them renames, each over the files as
// they stand there. Behind a rename are the lines that it changes, and no others do
//
//	= path:line: text
//
// or, where it is refused and writes nothing, what is not sure
//
//	! path:line: why
//
// Go builds after it.
func TestRenames(t *testing.T) {
	t.Parallel()
	cases, err := filepath.Glob("testdata/rename/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatal(cases, err)
	}
	all := t.TempDir() // what the renames of Go made, as packages of one module: go vet takes its time
	write(t, filepath.Join(all, "go.mod"), "module example.test/all\n\ngo 1.24\n")
	n := 0
	for _, file := range cases {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var comment strings.Builder
		for _, request := range requests(string(a.Comment)) {
			got := ""
			t.Run(filepath.Base(file)+" "+request.arguments, func(t *testing.T) {
				s := openShop(t)
				got = s.renamed(a.Files, request.arguments)
				if n++; strings.Contains(got, "= ") {
					s.keep(a.Files, filepath.Join(all, fmt.Sprint("r", n)), fmt.Sprint("example.test/all/r", n))
				}
				if d := cmp.Diff(request.want, got); d != "" && !*update {
					t.Errorf("(-want +got)\n%s", d)
				}
			})
			comment.WriteString(request.arguments + "\n" + got)
		}
		if *update {
			a.Comment = []byte(comment.String())
			if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	(&shop{T: t, root: all}).builds()
}

// keep copies files of Go to a folder, and gives the module another path.
func (s *shop) keep(files []txtar.File, dir, module string) {
	s.Helper()
	for _, f := range files {
		if filepath.Ext(f.Name) == ".go" {
			write(s.T, filepath.Join(dir, f.Name), strings.ReplaceAll(s.content(f.Name), "example.test/p", module))
		}
	}
}

type renameRequest struct{ arguments, want string }

func requests(comment string) (all []renameRequest) {
	for line := range strings.Lines(comment) {
		if strings.HasPrefix(line, "{") {
			all = append(all, renameRequest{arguments: strings.TrimSpace(line)})
		} else if len(all) > 0 {
			all[len(all)-1].want += line
		}
	}
	return all
}

// renamed renames, and says what became of it.
func (s *shop) renamed(files []txtar.File, arguments string) string {
	s.Helper()
	for _, f := range files {
		s.write(f.Name, string(f.Data))
	}
	s.git("init", "-q", "-b", "main")
	s.track(s.root)
	r := s.full("refactor", strings.Replace(arguments, "{", `{"preview": false, `, 1))
	var lines []string
	if r.IsError {
		_, why, found := strings.Cut(r.Content[0].Text, "\n")
		if !found || strings.HasPrefix(why, "Accepted:") {
			why, _, _ = strings.Cut(r.Content[0].Text, "\n")
		}
		for line := range strings.Lines(why) {
			lines = append(lines, "! "+strings.TrimSpace(line)+"\n")
		}
	}
	for _, f := range files {
		after := strings.Split(s.content(f.Name), "\n")
		for i, before := range strings.Split(string(f.Data), "\n") {
			if after[i] != before {
				lines = append(lines, fmt.Sprintf("= %s:%d: %s\n", f.Name, i+1, strings.TrimSpace(after[i])))
			}
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func TestARenameLeavesLineEndsAlone(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	const text = "\ufeffpackage p\r\n\nfunc old() {}\r\n\r\nfunc use() {\n\told()\r\n\told()\n}"
	s.write("go.mod", "module example.test/p\n")
	s.write("p.go", text)
	s.git("init", "-q")
	s.track(s.root)
	s.shows("refactor", `{"symbol": "p.go::old", "name": "renewed", "preview": false}`, "status=applied", "total=3")
	if got, want := s.content("p.go"), strings.ReplaceAll(text, "old", "renewed"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
