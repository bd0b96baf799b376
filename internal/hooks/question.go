package hooks

import (
	"path/filepath"
	"strings"
)

// question is what a call asks of the tree, in terms that the graph could answer: where are these names, or what is in these files?
type question struct {
	names   []name // none: a whole read of the targets
	targets []target
	filter  filter
	lines   int // of a read: only the first ones; 0: all
}

// target is a place that a question is about.
type target struct {
	path string // absolute and clean; of a glob the pattern
	glob bool
	tree bool // a folder is searched through, all the way down
}

// dir is the folder in which a glob begins to have a choice, or the path itself.
func (t target) dir() string {
	if !t.glob {
		return t.path
	}
	i := strings.IndexAny(t.path, globChars)
	if i < 0 {
		return t.path
	}
	return filepath.Clean(t.path[:strings.LastIndexByte(t.path[:i], filepath.Separator)+1])
}

// filter restricts the files below a target by globs and extensions.
type filter struct {
	include, exclude []string
	unclear          bool // it restricts in a way that cannot be told
}

// allows says that a file, named relative to the target, is searched.
func (f filter) allows(rel string) bool {
	if f.unclear {
		return false
	}
	for _, g := range f.exclude {
		if matchFilter(g, rel) {
			return false
		}
	}
	for _, g := range f.include {
		if matchFilter(g, rel) {
			return true
		}
	}
	return len(f.include) == 0
}

// narrows says that not every file is searched.
func (f filter) narrows() bool { return len(f.include)+len(f.exclude) > 0 || f.unclear }

// add takes one glob as rg and the Grep tool write it: "!" in front excludes.
func (f *filter) add(glob string) {
	if rest, found := strings.CutPrefix(glob, "!"); found {
		f.exclude = append(f.exclude, rest)
	} else if glob != "" {
		f.include = append(f.include, glob)
	}
}

// addType restricts to a language by the name that rg, ag and ack have for it.
func (f *filter) addType(t string) {
	exts, ok := typeExtensions(t)
	if !ok {
		f.unclear = true
	}
	for _, e := range exts {
		f.include = append(f.include, "*."+e)
	}
}

// dropType leaves a language out.
func (f *filter) dropType(t string) {
	exts, ok := typeExtensions(t)
	if !ok {
		f.unclear = true
	}
	for _, e := range exts {
		f.exclude = append(f.exclude, "*."+e)
	}
}

// typeExtensions returns the extensions of a language, or of a kind of file that holds no symbols.
func typeExtensions(t string) ([]string, bool) {
	switch t {
	case "go", "golang":
		return []string{"go"}, true
	case "py", "python":
		return []string{"py", "pyi"}, true
	case "ts", "typescript":
		return []string{"ts", "tsx", "mts", "cts"}, true
	case "tsx":
		return []string{"tsx"}, true
	case "js", "javascript":
		return []string{"js", "jsx", "mjs", "cjs"}, true
	case "jsx":
		return []string{"jsx"}, true
	case "java":
		return []string{"java"}, true
	case "rust":
		return []string{"rs"}, true
	case "c":
		return []string{"c", "h"}, true
	case "cpp", "cc":
		return []string{"cc", "cpp", "cxx", "hpp", "hh", "hxx", "h", "inl"}, true
	case "cs", "csharp":
		return []string{"cs"}, true
	case "rb", "ruby":
		return []string{"rb", "rake", "gemspec"}, true
	case "php":
		return []string{"php"}, true
	case "sh", "shell":
		return []string{"sh", "bash", "bats"}, true
	case "scala":
		return []string{"scala", "sc"}, true
	case "swift", "kotlin", "lua":
		return nil, false // not read today; what would match cannot be told
	case "md", "markdown", "json", "yaml", "yml", "toml", "html", "css", "xml", "txt", "sql", "csv", "proto", "make", "docker":
		return []string{t}, true
	}
	return nil, false
}

// sourceExtension says that files of this name are of a language whose symbols are read.
func sourceExtension(base string) bool {
	switch strings.ToLower(filepath.Ext(base)) {
	case ".go", ".py", ".pyi", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".java",
		".rs", ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".hxx", ".cs", ".rb", ".php", ".sh", ".bash", ".scala":
		return true
	}
	return false
}

// within says that p is dir or below it.
func within(dir, p string) bool {
	if p == dir {
		return true
	}
	if !strings.HasSuffix(dir, string(filepath.Separator)) {
		dir += string(filepath.Separator)
	}
	return strings.HasPrefix(p, dir)
}
