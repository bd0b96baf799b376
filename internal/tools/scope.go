package tools

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
)

// scope is what one call sees: the repositories, each with the snapshot that the whole
// answer rests on. Paths and ids it prints carry the repository's name when there are several.
type scope struct {
	cwd     string
	repos   []*repository
	warming []string // repositories that are not ready, as sentences
}

type repository struct {
	*engine.Repository
	snap   *engine.Snapshot
	prefix string // "name/" where several are in scope, else ""

	used map[string]bool // paths that the answer rests on
}

// show is a path as the answer prints it; from then on the answer rests on it.
func (r *repository) show(path string) string {
	r.used[path] = true
	return r.prefix + path
}

// id is a symbol's id as the answer prints it; the zero symbol has none.
func (r *repository) id(s engine.Symbol) string {
	if s.ID == "" {
		return ""
	}
	return r.prefix + s.ID
}

// warmUp is how long a call waits for a repository whose first index is nearly there.
const warmUp = 1500 * time.Millisecond

// open finds the repositories of a call and takes their snapshots.
func (c *call) open(ctx context.Context) (*scope, error) {
	found, err := c.choose()
	if err != nil {
		return nil, err
	}
	s := &scope{cwd: c.session.cwd}
	for _, r := range found {
		if state := awaitReady(ctx, r); state != "" {
			s.warming = append(s.warming, state)
			if r.Snapshot().Generation() == 0 || len(r.Snapshot().Files()) == 0 {
				continue
			}
		}
		s.repos = append(s.repos, &repository{Repository: r, snap: r.Snapshot(), used: map[string]bool{}})
	}
	if len(s.repos) == 0 {
		return nil, refusef("The index is still warming: %s. Ask again in a moment; `workspace` says how far it is.", strings.Join(s.warming, "; "))
	}
	if len(found) > 1 {
		for _, r := range s.repos {
			r.prefix = r.Name() + "/"
		}
	}
	return s, nil
}

// choose returns the repositories named by `repo`, or those that the session's folder is in or above.
func (c *call) choose() ([]*engine.Repository, error) {
	here := c.engine().Workspace(c.session.cwd)
	want := strings.TrimSuffix(c.args.text("repo"), "/")
	if want == "" {
		if file := c.elsewhere(); file != nil && !slices.Contains(here, file) {
			return []*engine.Repository{file}, nil
		}
		if len(here) == 0 {
			return nil, c.untracked()
		}
		return here, nil
	}
	all := c.engine().Repositories()
	for _, r := range append(slices.Clone(here), all...) {
		if r.Name() == want || r.Root() == want || r.Root() == filepath.Join(c.session.cwd, want) {
			return []*engine.Repository{r}, nil
		}
	}
	return nil, refusef("No tracked repository is named %q; tracked are: %s.", want, names(all))
}

// elsewhere is the repository of an absolute file or symbol in the arguments.
func (c *call) elsewhere() *engine.Repository {
	for _, name := range []string{"file", "symbol", "path"} {
		if text := c.args.text(name); filepath.IsAbs(text) {
			file, _, _ := strings.Cut(text, "::")
			return c.engine().Find(realPath(file))
		}
	}
	return nil
}

func (c *call) untracked() error {
	r := refusef("Nothing is indexed at %s: run `gortex track %s` first, then ask again.", c.session.cwd, shellWord(c.session.cwd))
	if all := c.engine().Repositories(); len(all) > 0 {
		r.text += " Tracked are: " + names(all) + "; name one with `repo`."
	}
	return r
}

func shellWord(s string) string {
	if strings.ContainsAny(s, " \t'\"\\$&;()*?") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

func names(all []*engine.Repository) string {
	list := make([]string, len(all))
	for i, r := range all {
		list[i] = r.Name()
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// awaitReady waits a little for a repository that is about to be ready; it returns a
// sentence about one that is not, and "" for one that is.
func awaitReady(ctx context.Context, r *engine.Repository) string {
	deadline := time.NewTimer(warmUp)
	defer deadline.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		st := r.Status()
		if st.State == engine.Ready {
			return ""
		}
		if st.State == engine.Failed || len(r.Snapshot().Files()) > 0 {
			return stateOf(r.Name(), st)
		}
		select {
		case <-ctx.Done():
			return stateOf(r.Name(), st)
		case <-deadline.C:
			return stateOf(r.Name(), st)
		case <-tick.C:
		}
	}
}

func stateOf(name string, st engine.Status) string {
	switch {
	case st.State == engine.Failed:
		return fmt.Sprintf("%s could not be indexed (%s); `gortex track %s` tries again", name, st.Error, shellWord(st.Root))
	case st.Progress != nil && st.Progress.Total > 0:
		return fmt.Sprintf("%s is %s (%s %d of %d), %s ready so far", name, st.State, st.Progress.Phase, st.Progress.Done, st.Progress.Total, count(st.Files, "file"))
	}
	return fmt.Sprintf("%s is %s, %s ready so far", name, st.State, count(st.Files, "file"))
}

// realPath resolves the symlinks of a file, or of the folder that it would stand in.
func realPath(file string) string {
	if real, err := filepath.EvalSymlinks(file); err == nil {
		return real
	}
	if real, err := filepath.EvalSymlinks(filepath.Dir(file)); err == nil {
		return filepath.Join(real, filepath.Base(file))
	}
	return filepath.Clean(file)
}

// place is a file of a repository in scope.
type place struct {
	repo *repository
	path string
}

// locate finds a file by what a model calls it: absolute, relative to the session's
// folder or to a root, with the repository's name in front, or by its last parts.
func (s *scope) locate(ctx context.Context, name string) (place, error) {
	name = strings.TrimPrefix(filepath.ToSlash(strings.TrimSpace(name)), "./")
	for _, p := range s.spellings(name) {
		if _, ok := p.repo.snap.File(p.path); ok {
			return p, nil
		}
	}
	for _, p := range s.spellings(name) {
		if st, err := os.Stat(filepath.Join(p.repo.Root(), filepath.FromSlash(p.path))); err != nil || !st.Mode().IsRegular() {
			continue
		}
		if err := p.repo.Refresh(ctx, p.path); err == nil {
			p.repo.snap = p.repo.Snapshot()
		}
		if _, ok := p.repo.snap.File(p.path); ok {
			return p, nil
		}
		why := "it is no text file that is indexed; `workspace` with operation index lists what was skipped and why"
		if p.repo.Ignored(p.path) {
			why = "git's rules or the settings leave it out"
		}
		return place{}, refusef("%s is not indexed: %s.", name, why)
	}
	return s.bySuffix(name)
}

// spellings are the places that a name may mean, likeliest first.
func (s *scope) spellings(name string) []place {
	var all []place
	for _, r := range s.repos {
		file := filepath.FromSlash(name)
		if !filepath.IsAbs(file) {
			file = filepath.Join(s.cwd, file)
		} else {
			file = realPath(file)
		}
		if rel, err := filepath.Rel(r.Root(), file); err == nil && filepath.IsLocal(rel) {
			all = append(all, place{r, filepath.ToSlash(rel)})
		}
		if filepath.IsLocal(filepath.FromSlash(name)) {
			all = append(all, place{r, name})
		}
		if rest, ok := strings.CutPrefix(name, r.Name()+"/"); ok {
			all = append(all, place{r, rest})
		}
	}
	return all
}

func (s *scope) bySuffix(name string) (place, error) {
	var found []place
	for _, r := range s.repos {
		for _, f := range r.snap.Files() {
			if strings.HasSuffix(f.Path, "/"+name) {
				found = append(found, place{r, f.Path})
			}
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	var near []string
	for _, p := range found {
		near = append(near, p.repo.prefix+p.path)
	}
	if len(found) > 1 {
		return place{}, refusef("%s is ambiguous: %s.", name, strings.Join(near[:min(len(near), 10)], ", "))
	}
	near = s.nearestFiles(name)
	if len(near) == 0 {
		return place{}, refusef("No file %s is in scope; `search` with operation files finds one by part of its path.", name)
	}
	return place{}, refusef("No file %s is in scope; nearest: %s.", name, strings.Join(near[:min(len(near), 5)], ", "))
}

// nearestFiles are those whose path has the name in it, else those called nearly the same.
func (s *scope) nearestFiles(name string) []string {
	var near []string
	base := path.Base(name)
	for _, r := range s.repos {
		files, _ := r.snap.Names(strings.TrimSuffix(base, path.Ext(base)), 5)
		for _, f := range files {
			near = append(near, r.prefix+f.Path)
		}
	}
	for most := 1; len(near) == 0 && most <= len(base)/3; most++ {
		for _, r := range s.repos {
			for _, f := range r.snap.Files() {
				if distance(path.Base(f.Path), base, most) <= most {
					near = append(near, r.prefix+f.Path)
				}
			}
		}
	}
	return near
}
