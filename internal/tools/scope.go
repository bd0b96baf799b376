package tools

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
)

// scope is what one call sees: the repositories, each with the snapshot that the whole
// answer rests on. Paths and ids it prints carry the repository's name when there are
// several, or when it is none of the session's.
type scope struct {
	cwd     string
	repos   []*repository
	warming []string // repositories that are not ready, as sentences
}

type repository struct {
	*engine.Repository
	snap   *engine.Snapshot
	prefix string // "name/" where several are in scope or it is not the session's, else ""

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
	if here := c.engine().Workspace(c.session.cwd); len(found) > 1 || !slices.Contains(here, found[0]) {
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
		if file := c.elsewhere(here); file != nil && !slices.Contains(here, file) {
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

// elsewhere is the repository of a file or symbol in the arguments that is absolute, or
// named as answers name those of other repositories.
func (c *call) elsewhere(here []*engine.Repository) *engine.Repository {
	for _, name := range []string{"file", "symbol", "path"} {
		text, _ := c.args.values[name].(string) // whether the handler has a use for it is not known here
		file, _, _ := strings.Cut(text, "::")
		if filepath.IsAbs(file) {
			return c.engine().Find(realPath(file))
		}
		if at, _, ok := fileAndLine(file); ok {
			file = at
		}
		if first, rest, ok := strings.Cut(file, "/"); ok && !c.hasFolder(here, first) {
			for _, r := range c.engine().Repositories() {
				if r.Name() == first && exists(filepath.Join(r.Root(), rest)) {
					return r
				}
			}
		}
	}
	return nil
}

// hasFolder says whether the session's own folders have one of that name.
func (c *call) hasFolder(here []*engine.Repository, name string) bool {
	return exists(filepath.Join(c.session.cwd, name)) ||
		slices.ContainsFunc(here, func(r *engine.Repository) bool { return exists(filepath.Join(r.Root(), name)) })
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
		list[i] = edit.OneLine(r.Name())
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
		return edit.Sentence("%s could not be indexed (%s); `gortex track %s` tries again", name, st.Error, shellWord(st.Root))
	case st.Unchecked:
		return edit.Sentence("%s has just been opened, and its %s are still being compared with the index: what changed since is not in the answer yet", name, count(st.Files, "file"))
	case st.Progress != nil && st.Progress.Phase == "link" && st.Edges == 0 && st.Files > 0:
		return edit.Sentence("%s is %s: symbols and text are there, what uses what is not yet (%d of %d)", name, st.State, st.Progress.Done, st.Progress.Total)
	case st.Progress != nil && st.Progress.Total > 0:
		return edit.Sentence("%s is %s (%s %d of %d), %s ready so far", name, st.State, st.Progress.Phase, st.Progress.Done, st.Progress.Total, count(st.Files, "file"))
	}
	return edit.Sentence("%s is %s, %s ready so far", name, st.State, count(st.Files, "file"))
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
	found := s.meant(name, place.indexed)
	if len(found) == 0 {
		found = s.meant(name, place.regular)
	}
	switch len(found) {
	case 0:
		return s.bySuffix(name)
	case 1:
		if target, linked := s.target(found[0]); linked {
			return target, nil
		}
		return found[0], found[0].index(ctx, name)
	}
	return place{}, ambiguous(name, found)
}

// target is the indexed file that a symbolic link leads to: links themselves are not indexed.
func (s *scope) target(p place) (place, bool) {
	if p.indexed() {
		return p, false
	}
	file := realPath(p.file())
	for _, r := range s.repos {
		rel, err := filepath.Rel(r.Root(), file)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if to := (place{r, filepath.ToSlash(rel)}); to.path != p.path && to.indexed() {
			return to, true
		}
	}
	return p, false
}

// index sees to it that a file of the disk is indexed, or says why it is not.
func (p place) index(ctx context.Context, name string) error {
	if p.indexed() {
		return nil
	}
	if err := p.repo.Refresh(ctx, p.path); err == nil {
		p.repo.snap = p.repo.Snapshot()
	}
	if p.indexed() {
		return nil
	}
	if file := realPath(p.file()); file != p.file() {
		return refusef("%s is a symbolic link to %s, which is not indexed.", name, file)
	}
	why := "it is no text file that is indexed; `workspace` with operation index lists what was skipped and why"
	if p.repo.Ignored(p.path) {
		why = "git's rules or the settings leave it out"
	}
	return refusef("%s is not indexed: %s.", name, why)
}

func (p place) indexed() bool { _, ok := p.repo.snap.File(p.path); return ok }

func (p place) regular() bool {
	st, err := os.Stat(p.file())
	return err == nil && st.Mode().IsRegular()
}

// file is where the place is on the disk.
func (p place) file() string { return filepath.Join(p.repo.Root(), filepath.FromSlash(p.path)) }

// meant are the places that a name means: those of its likeliest spelling at which there
// is something. They are several where several repositories have it.
func (s *scope) meant(name string, is func(place) bool) []place {
	for _, spelled := range s.spellings(name) {
		var found []place
		for _, p := range spelled {
			if is(p) {
				found = append(found, p)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// spellings are the places that a name may mean, likeliest first: absolute or relative to
// the session's folder, as answers print it where they name repositories, relative to a
// root, and with a repository's name in front where answers have none.
func (s *scope) spellings(name string) [4][]place {
	var all [4][]place
	for _, r := range s.repos {
		file := filepath.FromSlash(name)
		if !filepath.IsAbs(file) {
			file = filepath.Join(s.cwd, file)
		} else {
			file = realPath(file)
		}
		rel, err := filepath.Rel(r.Root(), file)
		inner := len(all[0]) > 0 && len(all[0][0].repo.Root()) > len(r.Root()) // a repository in this one has it
		if err == nil && filepath.IsLocal(rel) && !inner {
			all[0] = []place{{r, filepath.ToSlash(rel)}}
		}
		if filepath.IsLocal(filepath.FromSlash(name)) {
			all[2] = append(all[2], place{r, name})
		}
		if rest, ok := strings.CutPrefix(name, r.Name()+"/"); ok && r.prefix != "" {
			all[1] = append(all[1], place{r, rest})
		} else if ok {
			all[3] = append(all[3], place{r, rest})
		}
	}
	return all
}

// ambiguous refuses a name that several files have.
func ambiguous(name string, found []place) error {
	var all []string
	for _, p := range found[:min(len(found), 10)] {
		all = append(all, edit.OneLine(p.repo.prefix+p.path))
	}
	return refusef("%s is ambiguous: %s.", name, strings.Join(all, ", "))
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
	if len(found) > 1 {
		return place{}, ambiguous(name, found)
	}
	near := s.nearestFiles(name)
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
			near = append(near, edit.OneLine(r.prefix+f.Path))
		}
	}
	for most := 1; len(near) == 0 && most <= len(base)/3; most++ {
		for _, r := range s.repos {
			for _, f := range r.snap.Files() {
				if distance(path.Base(f.Path), base, most) <= most {
					near = append(near, edit.OneLine(r.prefix+f.Path))
				}
			}
		}
	}
	return near
}
