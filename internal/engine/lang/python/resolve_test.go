package python

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract/extracttest"
)

func TestResolve(t *testing.T) {
	t.Parallel()
	files := extracttest.Files{
		"app/__init__.py": "", "app/store.py": "", "app/sub/__init__.py": "", "app/sub/deep.py": "", "app/models/__init__.py": "",
		"src/lib/__init__.py": "", "src/lib/core.py": "", "tools/run.py": "", "tools/helper.py": "", "stubs.pyi": "",
		"spaces/ns/inner/mod.py": "", "spaces/ns/other.py": "", "tests/test_a.py": "",
	}
	tests := []struct{ name, from, module, want string }{
		{"a module from the root", "tests/test_a.py", "app.store", "app/store.py"},
		{"a package is its __init__", "tests/test_a.py", "app", "app/__init__.py"},
		{"a package below", "app/store.py", "app.models", "app/models/__init__.py"},
		{"one dot is the own package", "app/sub/deep.py", ".", "app/sub/__init__.py"},
		{"a module beside", "app/sub/__init__.py", ".deep", "app/sub/deep.py"},
		{"two dots are the package above", "app/sub/deep.py", "..store", "app/store.py"},
		{"above the root there is nothing", "app/store.py", "....x", ""},
		{"a folder of sources is a root", "tests/test_a.py", "lib.core", "src/lib/core.py"},
		{"a script sees its neighbors", "tools/run.py", "helper", "tools/helper.py"},
		{"a stub counts", "app/store.py", "stubs", "stubs.pyi"},
		{"a folder without __init__ is a namespace", "spaces/ns/other.py", "ns.inner.mod", "spaces/ns/inner/mod.py"},
		{"the root has no name of its own", "app/store.py", "project.app.store", ""},
		{"what no one has is external", "app/store.py", "os.path", ""},
	}
	r := lang.ByExtension(".py").NewResolver(files)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, strings.Join(r.Resolve(tt.from, tt.module), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
