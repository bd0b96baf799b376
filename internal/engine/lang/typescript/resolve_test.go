package typescript

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
		"src/a.ts": "", "src/b.tsx": "", "src/c.d.ts": "", "src/lib/index.ts": "", "src/built.ts": "", "src/m.mts": "",
		"src/deep/x.ts": "", "src/index.ts": "", "root.ts": "", "src/plain.js": "", "src/data.v1.ts": "",
		"tsconfig.json": `{
			// comments are fine
			"extends": "./tsconfig.base",
			"compilerOptions": { "baseUrl": "src", /* so */ "paths": { "@/*": ["*"], "exact": ["lib/index.ts"], "@deep/*": ["none/*", "deep/*"], }, },
		}`,
		"tsconfig.base.json":        `{"compilerOptions": {"paths": {"never/*": ["*"]}}}`,
		"app/tsconfig.json":         `{"extends": "./configs/paths.json"}`,
		"app/configs/paths.json":    `{"compilerOptions": {"paths": {"~/*": ["../code/*"]}}}`,
		"app/code/one.ts":           "",
		"app/main.ts":               "",
		"pk/core/package.json":      `{"name": "@acme/core", "main": "dist/index.js", "exports": {".": "./dist/index.js", "./util": {"types": "./dist/util.d.ts", "default": "./dist/util.js"}, "./f/*": "./src/features/*.ts"}}`,
		"pk/core/src/index.ts":      "",
		"pk/core/src/util.ts":       "",
		"pk/core/src/features/z.ts": "",
		"pk/core/src/other.ts":      "",
		"pk/plain/package.json":     `{"name": "plain", "types": "index.d.ts", "imports": {"#in/*": "./inner/*.js"}}`,
		"pk/plain/index.d.ts":       "",
		"pk/plain/inner/k.ts":       "",
		"pk/plain/sub.js":           "",
	}
	tests := []struct{ name, from, module, want string }{
		{"an ending may be left off", "src/deep/x.ts", "../a", "src/a.ts"},
		{"so may tsx", "src/a.ts", "./b", "src/b.tsx"},
		{"a declaration file counts", "src/a.ts", "./c", "src/c.d.ts"},
		{"a folder is its index", "src/a.ts", "./lib", "src/lib/index.ts"},
		{"a dot is the folder itself", "src/a.ts", ".", "src/index.ts"},
		{"two dots are the one above", "src/deep/x.ts", "..", "src/index.ts"},
		{"js means ts where that is the source", "src/a.ts", "./built.js", "src/built.ts"},
		{"mjs means mts", "src/a.ts", "./m.mjs", "src/m.mts"},
		{"js is itself where it is the source", "src/a.ts", "./plain.js", "src/plain.js"},
		{"a dot in a name is no ending", "src/a.ts", "./data.v1", "src/data.v1.ts"},
		{"above the root there is nothing", "root.ts", "../src/a", ""},
		{"a query is not part of the name", "src/a.ts", "./b?raw", "src/b.tsx"},
		{"nothing is the file itself", "src/a.ts", "", "src/a.ts"},
		{"paths with a star", "src/a.ts", "@/deep/x", "src/deep/x.ts"},
		{"an exact path", "src/a.ts", "exact", "src/lib/index.ts"},
		{"the next target when one has no file", "src/a.ts", "@deep/x", "src/deep/x.ts"},
		{"baseUrl", "root.ts", "deep/x", "src/deep/x.ts"},
		{"own paths replace those that are extended", "src/a.ts", "never/a", ""},
		{"the nearest tsconfig, and what it extends", "app/main.ts", "~/one", "app/code/one.ts"},
		{"a package of the workspace, by the source of what it builds", "app/main.ts", "@acme/core", "pk/core/src/index.ts"},
		{"a subpath of its exports", "app/main.ts", "@acme/core/util", "pk/core/src/util.ts"},
		{"a pattern of its exports", "app/main.ts", "@acme/core/f/z", "pk/core/src/features/z.ts"},
		{"a file of it that is not exported", "app/main.ts", "@acme/core/src/other", "pk/core/src/other.ts"},
		{"types before main", "app/main.ts", "plain", "pk/plain/index.d.ts"},
		{"a file of a package without exports", "app/main.ts", "plain/sub", "pk/plain/sub.js"},
		{"imports of one's own package", "pk/plain/sub.js", "#in/k", "pk/plain/inner/k.ts"},
		{"what no one has is external", "app/main.ts", "react", ""},
		{"the runtime's own is external", "app/main.ts", "node:fs", ""},
	}
	r := lang.ByExtension(".ts").NewResolver(files)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, strings.Join(r.Resolve(tt.from, tt.module), " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestATsconfigThatExtendsItselfEnds(t *testing.T) {
	t.Parallel()
	files := extracttest.Files{"tsconfig.json": `{"extends": "./tsconfig.json", "compilerOptions": {"paths": {"x": ["a.ts"]}}}`, "a.ts": "", "b.ts": ""}
	r := lang.ByExtension(".ts").NewResolver(files)
	if diff := cmp.Diff([]string{"a.ts"}, r.Resolve("b.ts", "x")); diff != "" {
		t.Error(diff)
	}
}
