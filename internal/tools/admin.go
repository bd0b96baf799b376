package tools

import (
	"context"
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/mcp"
)

// progressEvery is often enough for who waits, and seldom enough to cost nothing.
const progressEvery = 100 * time.Millisecond

// administer changes what is tracked. It never touches the files of a repository.
func administer(ctx context.Context, c *call) (*answer, error) {
	switch c.args.operation() {
	case "untrack":
		return untrack(c)
	case "reindex":
		return reindex(ctx, c)
	}
	dir := c.folder()
	known := c.engine().Find(realPath(dir)) != nil
	r, err := c.engine().Track(ctx, dir, reporter(ctx))
	if err != nil {
		return nil, failedToTrack(ctx, err)
	}
	status := "tracked"
	if known {
		status = "up to date"
	}
	return administered(c, status, r), nil
}

func failedToTrack(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return refusef("%v. Name a folder that is there with `dir`.", err)
}

// tracked is the repository that a call names; what is written about must have been named.
func (c *call) tracked() (*engine.Repository, error) {
	if c.args.text("repo") == "" && c.args.text("dir") == "" {
		return nil, c.args.misused("workspace_admin with operation %s needs `repo`; tracked are: %s.", c.args.operation(), names(c.engine().Repositories()))
	}
	if c.args.text("repo") != "" {
		all, err := c.choose()
		if err != nil {
			return nil, err
		}
		return all[0], nil
	}
	dir := c.folder()
	if r := c.engine().Find(realPath(dir)); r != nil {
		return r, nil
	}
	return nil, refusef("%s is in no tracked repository; tracked are: %s.", dir, names(c.engine().Repositories()))
}

// folder is the one that a call names, absolute.
func (c *call) folder() string {
	dir := c.args.text("dir")
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(c.session.cwd, dir)
	}
	return dir
}

func untrack(c *call) (*answer, error) {
	r, err := c.tracked()
	if err != nil {
		return nil, err
	}
	name, dir := r.Name(), r.Root()
	if c.args.text("repo") == "" {
		dir = c.folder() // the engine knows whether that is r, or a work tree inside of it
	}
	root, err := c.engine().Untrack(dir)
	if err != nil {
		return nil, refusef("%v.", err)
	}
	if root != r.Root() {
		name = filepath.Base(root)
	}
	a := administered(c, "untracked", nil)
	a.remarks = append(a.remarks, edit.OneLine(name)+" is forgotten; its files are as they were")
	return a, nil
}

// reindex reads everything again, whatever the times of the files say.
func reindex(ctx context.Context, c *call) (*answer, error) {
	r, err := c.tracked()
	if err != nil {
		return nil, err
	}
	if err := r.Reindex(ctx, reporter(ctx)); err != nil {
		return nil, failedToTrack(ctx, err)
	}
	return administered(c, "reindexed", r), nil
}

// reporter tells who asked how far the work is.
func reporter(ctx context.Context) func(engine.Progress) {
	var last time.Time
	phase := ""
	done := 0.0
	return func(p engine.Progress) {
		if now := time.Now(); p.Phase != phase || now.Sub(last) >= progressEvery || p.Done == p.Total {
			phase, last = p.Phase, now
			done++ // the protocol wants each report above the one before, over all phases
			mcp.ReportProgress(ctx, mcp.Progress{Progress: done, Message: p.Phase + " " + itoa(p.Done) + " of " + itoa(p.Total)})
		}
	}
}

func administered(c *call, status string, r *engine.Repository) *answer {
	var all []*engine.Repository
	if r != nil {
		all = append(all, r)
	}
	a := repositoryAnswer(c, all)
	a.head = object{{"status", status}, {"total", len(all)}}
	if l, ok := a.parts[0].(*list); ok {
		l.keys = map[string]string{"status": status}
	}
	return a
}
