// Package gitdiff asks git what differs between a work tree and a commit, by lines, and
// which commits have changed lines.
// Git runs in such a way that the repository chooses nothing that runs: what its
// configuration or attributes name as monitors, hooks, external diffs, text
// conversions, filters and transports stays off. No symbol and no graph lives here.
package gitdiff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	deadline  = 20 * time.Second
	maxOutput = 64 << 20 // bytes of a diff; above it, what is there is taken
)

// ErrNoGit: git is not installed, or the folder is in no git work tree.
var ErrNoGit = errors.New("no git work tree")

// off are settings that win over the repository's own.
var off = []string{
	"core.fsmonitor=false", "core.hooksPath=/dev/null", "core.attributesFile=/dev/null", "core.quotePath=false", "core.untrackedCache=false",
	"diff.external=", "diff.noprefix=false", "diff.mnemonicPrefix=false", "diff.ignoreSubmodules=all", "diff.submodule=short", "diff.orderFile=",
	"protocol.allow=never", "submodule.recurse=false", "color.ui=false", "pager.diff=false",
	"log.showSignature=false", "log.follow=false", "blame.ignoreRevsFile=",
}

// environment is that of the process without git's own variables (a daemon may have been
// started from a hook), and with those that keep git from writing, asking and fetching.
func environment() []string {
	var env []string
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") {
			env = append(env, kv)
		}
	}
	return append(env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_PAGER=cat", "LC_ALL=C")
}

// git runs in a repository.
type git struct {
	root    string
	filters []string // settings that switch off the content filters of the repository's configuration
}

func open(ctx context.Context, root string) (*git, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, fmt.Errorf("%w: git is not installed", ErrNoGit)
	}
	g := &git{root: root}
	if _, err := g.run(ctx, "rev-parse", "--is-inside-work-tree"); err != nil {
		if ctx.Err() == nil && strings.Contains(err.Error(), "not a git repository") {
			return nil, fmt.Errorf("%w at %s", ErrNoGit, root)
		}
		return nil, err
	}
	// A clean filter would run on every file whose times differ from the index's.
	out, err := g.run(ctx, "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	if err != nil && ctx.Err() != nil {
		return nil, err // otherwise: no filter is configured
	}
	for name := range strings.SplitSeq(string(out), "\x00") {
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			continue
		}
		value := ""
		if name[i+1:] == "required" {
			value = "false"
		}
		g.filters = append(g.filters, name+"="+value)
	}
	return g, nil
}

func (g *git) run(ctx context.Context, args ...string) ([]byte, error) {
	command := []string{"--no-pager", "-C", g.root}
	for _, setting := range append(off[:len(off):len(off)], g.filters...) {
		command = append(command, "-c", setting)
	}
	cmd := exec.CommandContext(ctx, "git", append(command, args...)...)
	cmd.Env = environment()
	cmd.WaitDelay = time.Second
	var out, complaint limited
	out.most, complaint.most = maxOutput, 4096
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("git %s: %w", args[0], context.Cause(ctx))
		}
		said, _, _ := strings.Cut(strings.TrimSpace(complaint.String()), "\n")
		return nil, fmt.Errorf("git %s: %s", args[0], strings.TrimPrefix(said, "fatal: "))
	}
	return out.Bytes(), nil
}

// limited keeps the first bytes and drops the rest.
type limited struct {
	bytes.Buffer
	most int
}

func (l *limited) Write(p []byte) (int, error) {
	if room := l.most - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}
