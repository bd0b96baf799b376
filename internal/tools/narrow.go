package tools

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
)

// spoken are other names of languages.
var spoken = map[string]string{
	"golang": "go", "py": "python", "python3": "python", "ts": "typescript", "js": "javascript", "jsx": "javascript", "node": "javascript", "rs": "rust", "rb": "ruby",
	"c++": "cpp", "cxx": "cpp", "cc": "cpp", "c#": "csharp", "cs": "csharp", "sh": "bash", "shell": "bash", "zsh": "bash",
}

// reachesSomething refuses a `lang` or a `path` that leaves no indexed file: an answer of
// no rows would read as if there were none to find.
func (c *call) reachesSomething() error {
	if language, given := c.args.values["lang"].(string); given {
		if err := c.speaks(language); err != nil {
			return err
		}
	}
	where, given := c.args.values["path"].(string)
	if !given || c.tool == "change" && !c.args.has("symbol") { // a diff may be of files that are gone
		return nil
	}
	for _, r := range c.scope.repos {
		if under := c.where(r); under == "" || r.hasBelow(under) {
			return nil
		}
	}
	if near := c.nearestFolders(where); len(near) > 0 {
		return c.args.misused("No indexed file is in %s; nearest: %s. `path` is a folder or a glob, from the root of a repository.", where, strings.Join(near, ", "))
	}
	return c.args.misused("No indexed file is in %s. `path` is a folder or a glob, from the root of a repository.", where)
}

// speaks settles how a language is called here, and that there are files of it.
func (c *call) speaks(language string) error {
	name := strings.ToLower(strings.TrimSpace(language))
	if known := spoken[name]; known != "" {
		name = known
	}
	there := map[string]bool{}
	for _, r := range c.scope.repos {
		for known := range r.Status().Languages {
			there[known] = true
		}
	}
	if name != "" && !there[name] {
		return c.args.misused("No file in scope is of the language %q; there are: %s.", language, strings.Join(slices.Sorted(maps.Keys(there)), ", "))
	}
	c.args.values["lang"] = name
	return nil
}

func (r *repository) hasBelow(where string) bool {
	return slices.ContainsFunc(r.snap.Files(), func(f engine.File) bool { return within(where, f.Path) })
}

// nearestFolders are those that a folder's last parts name, else those called nearly the same.
func (c *call) nearestFolders(where string) []string {
	want := strings.Trim(path.Clean(strings.TrimRight(where, "*/")), "/")
	base := path.Base(want)
	type near struct {
		name string
		away int
	}
	var all []near
	for _, r := range c.scope.repos {
		seen := map[string]bool{".": true}
		for _, f := range r.snap.Files() {
			for dir := path.Dir(f.Path); !seen[dir]; dir = path.Dir(dir) {
				seen[dir] = true
				switch d := distance(path.Base(dir), base, len(base)/3); {
				case strings.HasSuffix("/"+want, "/"+dir) || strings.HasSuffix("/"+dir, "/"+want):
					all = append(all, near{r.prefix + dir, 0})
				case d <= len(base)/3:
					all = append(all, near{r.prefix + dir, 1 + d})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b near) int {
		return cmp.Or(a.away-b.away, len(a.name)-len(b.name), strings.Compare(a.name, b.name))
	})
	var names []string
	for _, n := range all[:min(len(all), 5)] {
		names = append(names, edit.OneLine(n.name))
	}
	return names
}
