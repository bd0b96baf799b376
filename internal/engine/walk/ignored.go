package walk

import (
	"context"
	"path"
)

// Ignored says for each path whether git's rules, the excludes, or what no walk
// enters (version control, dependencies, symbolic links) leave it out. The paths
// need not exist.
func Ignored(ctx context.Context, root string, paths []string, o Options) (map[string]bool, error) {
	w := newWalker(root, o)
	out := make(map[string]bool, len(paths))
	ask := map[string][]string{} // by repository
	for _, given := range paths {
		kept := clean([]string{given})
		if len(kept) == 0 {
			out[given] = true
			continue
		}
		switch p := kept[0]; {
		case p == "":
			out[given] = false
		case w.leftOut(p):
			out[given] = true
		default:
			repo := w.innermost(p)
			ask[repo] = append(ask[repo], given)
		}
	}
	for repo, given := range ask {
		if err := w.askIgnored(ctx, repo, given, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// leftOut says whether p is out whatever git says.
func (w *walker) leftOut(p string) bool {
	if s := w.dir(parent(p)); s == dirExcluded || s == dirForeign || versionControl[path.Base(p)] {
		return true
	}
	return w.dir(p) == dirExcluded || w.exclude.match(p, false)
}

func (w *walker) askIgnored(ctx context.Context, repo string, given []string, out map[string]bool) error {
	in, err := w.admitted(ctx, repo)
	if err != nil {
		return err
	}
	asked := make([]string, len(given))
	for i, g := range given {
		asked[i] = within(repo, clean([]string{g})[0])
	}
	var set map[string]bool
	if t, ok := w.tree(repo); in && ok {
		set, _ = t.ignored(ctx, asked) // where git fails its rules do not apply, as in the walk
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	for i, g := range given {
		out[g] = !in || set[asked[i]]
	}
	return nil
}
