package tools

import (
	"context"
	"slices"
	"time"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

const (
	// fewBehind is how many changed files a call re-reads before it answers.
	fewBehind = 20
	// refreshFor bounds that; what is not done by then is said in the answer.
	refreshFor = 3 * time.Second
)

// fresh runs a handler on repositories that are up to date where that is quickly had.
// Many files behind are left to the watcher, but for those that the answer rests on:
// when they are few, they are read and the handler runs once more. The rest is named.
func (c *call) fresh(ctx context.Context, handle handler) (*answer, error) {
	if slices.Contains(outside, c.tool) {
		return c.answered(handle(ctx, c))
	}
	s, err := c.open(ctx)
	if err != nil {
		return nil, err
	}
	c.scope = s
	for _, r := range s.repos {
		r.look(ctx)
		if behind := r.Behind(); len(behind) > 0 && len(behind) <= fewBehind {
			r.reread(ctx, behind)
		}
	}
	if err := c.reachesSomething(); err != nil {
		return nil, err
	}
	a, err := handle(ctx, c)
	if catalog.ReadOnly(c.tool) && s.reread(ctx) {
		a, err = handle(ctx, c)
	}
	if err == nil {
		a.remarks = append(a.remarks, s.warming...)
		a.behind = s.stale()
		for _, r := range s.repos {
			if n := len(r.Behind()); n > len(a.behind) {
				a.remarks = append(a.remarks, edit.Sentence("%s of %s changed on disk and are still to be read again: the answer may lack them", count(n, "file"), r.Name()))
			}
		}
	}
	return c.answered(a, err)
}

func (c *call) answered(a *answer, err error) (*answer, error) {
	if err != nil {
		return nil, err
	}
	a.tool, a.operation, a.asked = c.tool, c.args.operation(), c.args
	a.remarks = append(a.remarks, c.args.remarks()...)
	for _, p := range a.parts {
		if l, ok := p.(*list); ok && l.main && l.offset > 0 && l.offset >= l.total {
			return nil, c.args.misused("%s: `cursor` %q is behind the end: there are %s in all.", c.tool, itoa(l.offset), count(l.total, "row"))
		}
	}
	return a, nil
}

// reread brings up to date what the answer rests on, and says whether that changed anything.
func (s *scope) reread(ctx context.Context) bool {
	again := false
	for _, r := range s.repos {
		if behind := r.usedBehind(); len(behind) > 0 && len(behind) <= fewBehind {
			again = r.reread(ctx, behind) || again
		}
	}
	if again {
		for _, r := range s.repos {
			clear(r.used)
		}
	}
	return again
}

// look takes up files that have just come or gone.
func (r *repository) look(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, refreshFor)
	defer cancel()
	r.Look(ctx)
	r.snap = r.Snapshot()
}

func (r *repository) reread(ctx context.Context, paths []string) bool {
	ctx, cancel := context.WithTimeout(ctx, refreshFor)
	defer cancel()
	err := r.Refresh(ctx, paths...)
	before := r.snap.Generation()
	r.snap = r.Snapshot()
	return err == nil && r.snap.Generation() != before
}

func (r *repository) usedBehind() []string {
	var used []string
	for _, path := range r.Behind() {
		if r.used[path] {
			used = append(used, path)
		}
	}
	return used
}

// stale are the files that the answer rests on and that have changed since they were read.
func (s *scope) stale() []string {
	var all []string
	for _, r := range s.repos {
		for _, path := range r.usedBehind() {
			all = append(all, r.prefix+path)
		}
	}
	slices.Sort(all)
	return all
}
