package walk

import (
	"context"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// notGit is the note on a root without a git work tree.
const notGit = "no git work tree here: everything but version control and dependencies is read"

// innermost returns the repository that p is in: the nearest folder above p, below
// the root, with a repository of its own, or "" for the root's.
func (w *walker) innermost(p string) string {
	for d := parent(p); d != ""; d = parent(d) {
		if w.dir(d) == dirOpen && repositoryAt(w.abs(d)) {
			return d
		}
	}
	return ""
}

// byRepository sorts paths by the repository whose rules they are under.
func (w *walker) byRepository(paths []string) map[string][]string {
	by := map[string][]string{}
	for _, p := range paths {
		if w.dir(parent(p)) == dirOpen { // git refuses paths beyond a symbolic link
			repo := w.innermost(p)
			by[repo] = append(by[repo], p)
		}
	}
	return by
}

// enter walks paths of a repository, unless the one around it leaves it out.
func (w *walker) enter(ctx context.Context, repo string, paths []string) error {
	in, err := w.admitted(ctx, repo)
	if err != nil || !in {
		return err
	}
	return w.repository(ctx, repo, paths)
}

// admitted says whether the repositories around a nested one let it in.
func (w *walker) admitted(ctx context.Context, repo string) (bool, error) {
	if in, known := w.repos[repo]; known {
		return in, nil
	}
	if w.twin(repo) {
		w.repos[repo] = false
		return false, nil
	}
	outer := w.innermost(repo)
	in, err := w.admitted(ctx, outer)
	if t, ok := w.tree(outer); in && err == nil && ok {
		out, gitErr := t.ignored(ctx, []string{within(outer, repo)})
		in = gitErr == nil && len(out) == 0
		err = ctx.Err()
	}
	w.repos[repo] = in
	return in, err
}

// twin says whether a nested repository is another work tree of the root's: it has the
// same files once more, and is no part of it.
func (w *walker) twin(repo string) bool {
	twin, asked := w.twins[repo]
	if !asked {
		h := History(w.abs(repo))
		twin = h != "" && h == w.history()
		w.twins[repo] = twin
	}
	return twin
}

// tree returns the repository as git sees it; false where there is no work tree.
func (w *walker) tree(repo string) (tree, bool) {
	dir := w.abs(repo)
	if repo != "" {
		return tree{dir, dir}, repositoryAt(dir)
	}
	top, ok := Root(dir)
	return tree{dir, top}, ok
}

// repository walks paths at or below repo by the rules of the repository there,
// and the repositories nested in it by theirs.
func (w *walker) repository(ctx context.Context, repo string, paths []string) error {
	if repo != "" && w.twin(repo) {
		w.skip(repo, "another work tree of this repository: its files are no part of this one")
		return nil
	}
	t, ok := w.tree(repo)
	if !ok {
		if repo == "" {
			w.note = notGit
		}
		return w.plain(ctx, repo, paths)
	}
	inside := make([]string, len(paths))
	for i, p := range paths {
		inside[i] = within(repo, p)
	}
	listed, err := t.list(ctx, inside)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		w.note = err.Error() + ": git's ignore rules were not applied"
		return w.plain(ctx, repo, paths)
	}
	for _, p := range slices.Compact(listed) { // a file in conflict is listed once a stage
		p = join(repo, strings.TrimSuffix(p, "/"))
		if !w.file(p) || w.dir(p) != dirOpen || !repositoryAt(w.abs(p)) {
			continue
		}
		if err := w.repository(ctx, p, []string{p}); err != nil {
			return err
		}
	}
	return w.folders(ctx, t, repo, paths)
}

// maxFolderRounds bounds how deep folders without any listed file are followed.
const maxFolderRounds = 64

// folders finds what git does not list: folders in which a file could appear, and
// what is neither file nor folder. Git is asked about those that hold nothing listed.
func (w *walker) folders(ctx context.Context, t tree, repo string, from []string) error {
	var known, unsure []string
	for _, p := range from {
		switch {
		case w.dir(p) != dirOpen:
		case p == repo || w.watch[p]:
			known = append(known, p)
		default:
			unsure = append(unsure, p)
		}
	}
	for range maxFolderRounds {
		for len(known) > 0 {
			dir := known[len(known)-1]
			known = known[:len(known)-1]
			more, questions := w.scan(dir)
			known, unsure = append(known, more...), append(unsure, questions...)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
		if len(unsure) == 0 {
			return nil
		}
		known = w.judge(ctx, t, repo, unsure)
		unsure = unsure[:0]
	}
	return nil
}

// scan keeps dir and returns its folders that git listed files of, and the
// entries that git must be asked about.
func (w *walker) scan(dir string) (known, unsure []string) {
	entries, err := os.ReadDir(w.abs(dir))
	if err != nil {
		w.skip(dir, reason(err))
		delete(w.watch, dir)
		return nil, nil
	}
	w.keep(dir)
	for _, e := range entries {
		p := join(dir, e.Name())
		switch {
		case !e.IsDir():
			if e.Type()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice|fs.ModeIrregular) != 0 {
				unsure = append(unsure, p)
			}
		case w.dir(p) != dirOpen || repositoryAt(w.abs(p)): // a nested repository looks after itself
		case w.watch[p]:
			known = append(known, p)
		default:
			unsure = append(unsure, p)
		}
	}
	return known, unsure
}

// judge asks git about paths and returns the folders that its rules let in.
func (w *walker) judge(ctx context.Context, t tree, repo string, paths []string) (open []string) {
	asked := make([]string, len(paths))
	for i, p := range paths {
		asked[i] = within(repo, p)
	}
	out, err := t.ignored(ctx, asked)
	if err != nil {
		return nil // listed files are there all the same; only watching loses these
	}
	for i, p := range paths {
		if out[asked[i]] {
			continue
		}
		if w.dir(p) == dirOpen {
			open = append(open, p)
		} else if info, err := os.Lstat(w.abs(p)); err == nil && !info.Mode().IsRegular() {
			w.skip(p, oddity(info.Mode()))
		}
	}
	return open
}

// plain walks without git's rules: everything but version control, dependencies and excludes.
func (w *walker) plain(ctx context.Context, repo string, paths []string) error {
	stack := append([]string(nil), paths...)
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		if p != "" && !w.file(p) || w.dir(p) != dirOpen {
			continue
		}
		if p != repo && repositoryAt(w.abs(p)) {
			if err := w.repository(ctx, p, []string{p}); err != nil {
				return err
			}
			continue
		}
		entries, err := os.ReadDir(w.abs(p))
		if err != nil {
			w.skip(p, reason(err))
			continue
		}
		w.keep(p)
		for _, e := range entries {
			stack = append(stack, join(p, e.Name()))
		}
	}
	return nil
}

// within returns p relative to the folder dir, "" for dir itself.
func within(dir, p string) string {
	if dir == "" {
		return p
	}
	return strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
}
