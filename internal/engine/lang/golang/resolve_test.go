package golang_test

import (
	"errors"
	"path"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/lang/golang"
)

// tree is a repository in memory: path → content.
type tree map[string]string

func (t tree) Exists(p string) bool { _, ok := t[p]; return ok }

func (t tree) Read(p string) ([]byte, error) {
	if s, ok := t[p]; ok {
		return []byte(s), nil
	}
	return nil, errors.New("no such file")
}

func (t tree) Dir(dir string) (names []string) {
	for p := range t {
		if d := path.Dir(p); d == dir || d == "." && dir == "" {
			names = append(names, path.Base(p))
		}
	}
	sort.Strings(names)
	return names
}

func (t tree) Named(base string) (paths []string) {
	for p := range t {
		if path.Base(p) == base {
			paths = append(paths, p)
		}
	}
	sort.Strings(paths)
	return paths
}

func TestResolve(t *testing.T) {
	t.Parallel()
	plain := tree{
		"go.mod": "module example.test/app // the app\n\ngo 1.26\n", "main.go": "", "store/store.go": "", "store/cache.go": "", "store/store_test.go": "package store_test\n",
		"store/export_test.go": "package store\n", "store/README.md": "", "vendor/example.test/lib/lib.go": "",
	}
	nested := tree{
		"go.mod": "module example.test/app\nreplace (\n\texample.test/old v1.2.3 => ./old\n\t\"example.test/far\" => ../far\n\texample.test/fork => example.test/other v1.0.0\n)\n",
		"a.go":   "", "old/go.mod": "module example.test/renamed\n", "old/x/x.go": "", "tools/go.mod": "module example.test/app/tools\n", "tools/gen/gen.go": "", "far/f.go": "",
		"testdata/one/go.mod": "module example.test/same\n", "testdata/one/s.go": "", "testdata/two/go.mod": "module example.test/same\n", "testdata/two/s.go": "", "testdata/two/cmd/c.go": "",
	}
	workspace := tree{
		"go.work": "go 1.26\nuse (\n\t./a\n\t./b\n)\nreplace example.test/c => ./third\n", "a/go.mod": "module example.test/a\n", "a/a.go": "", "b/go.mod": "module example.test/b\n", "b/b.go": "", "third/c.go": "",
	}
	std := tree{"go.mod": "module std\n", "net/http/http.go": "", "net/url/url.go": "", "vendor/golang.test/x/x.go": "", "cmd/go.mod": "module cmd\n", "cmd/internal/obj/obj.go": ""}
	gopath := tree{"src/example.test/app/main.go": "", "src/example.test/app/lib/lib.go": ""}
	for _, tt := range []struct {
		name      string
		in        tree
		from, imp string
		want      []string
	}{
		{"all files of the package but its tests", plain, "main.go", "example.test/app/store", []string{"store/cache.go", "store/store.go"}},
		{"the module's own root", plain, "store/store.go", "example.test/app", []string{"main.go"}},
		{"an external test sees what the package's own tests export", plain, "store/store_test.go", "example.test/app/store", []string{"store/cache.go", "store/export_test.go", "store/store.go"}},
		{"a vendored package", plain, "main.go", "example.test/lib", []string{"vendor/example.test/lib/lib.go"}},
		{"the standard library is external", plain, "main.go", "net/http", nil},
		{"a path that only begins alike is external", plain, "main.go", "example.test/apple/store", nil},
		{"a nested module goes by its own path", nested, "a.go", "example.test/app/tools/gen", []string{"tools/gen/gen.go"}},
		{"a replacement by a folder counts, whatever the module there is called", nested, "a.go", "example.test/old/x", []string{"old/x/x.go"}},
		{"a replacement outside the repository is external", nested, "a.go", "example.test/far", nil},
		{"a replacement by another module is external", nested, "a.go", "example.test/fork", nil},
		{"of two modules with one path the importer's own counts", nested, "testdata/two/cmd/c.go", "example.test/same", []string{"testdata/two/s.go"}},
		{"modules of a workspace see each other", workspace, "a/a.go", "example.test/b", []string{"b/b.go"}},
		{"a workspace replaces for its modules", workspace, "a/a.go", "example.test/c", []string{"third/c.go"}},
		{"the standard library's own paths have no prefix", std, "net/http/http.go", "net/url", []string{"net/url/url.go"}},
		{"the standard library's vendored packages", std, "net/http/http.go", "golang.test/x", []string{"vendor/golang.test/x/x.go"}},
		{"commands beside the standard library", std, "cmd/internal/obj/obj.go", "cmd/internal/obj", []string{"cmd/internal/obj/obj.go"}},
		{"without go.mod paths begin below src", gopath, "src/example.test/app/main.go", "example.test/app/lib", []string{"src/example.test/app/lib/lib.go"}},
		{"cgo is external", plain, "main.go", "C", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := golang.Language{}.NewResolver(tt.in).Resolve(tt.from, tt.imp)
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
