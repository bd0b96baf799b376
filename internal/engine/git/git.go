// Package git runs git in such a way that a repository chooses nothing that runs: what
// its configuration or attributes name as monitors, hooks, pagers, external diffs,
// content filters and transports stays off, and git itself neither writes, asks nor
// fetches. What is asked of git, and what its answers mean, lives with those who ask.
package git

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

// ErrNotInstalled: there is no git to run.
var ErrNotInstalled = errors.New("git was not found in PATH")

// Failure is a run of git that ended with another code than 0.
type Failure struct {
	Command string
	Code    int    // -1: it was ended by a signal
	Said    string // the first line of its complaint
}

func (f *Failure) Error() string { return fmt.Sprintf("git %s: %s", f.Command, f.Said) }

// fixed are settings that win over the repository's own. They go by -c, which every git
// knows, and which is enough for a name without an equals sign.
var fixed = []string{
	"core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.editor=false", "core.askPass=false", "core.sshCommand=false",
	"core.attributesFile=/dev/null", "core.quotePath=false", "core.untrackedCache=false",
	"diff.external=", "diff.noprefix=false", "diff.mnemonicPrefix=false", "diff.ignoreSubmodules=all", "diff.submodule=short", "diff.orderFile=",
	"credential.helper=", "protocol.allow=never", "submodule.recurse=false", "color.ui=false", "pager.diff=false",
	"log.showSignature=false", "log.follow=false", "blame.ignoreRevsFile=",
}

// Setting is one setting that wins over the repository's own. It goes by the environment:
// -c cuts at the first equals sign, which may be one of the name's.
type Setting struct{ Key, Value string }

// Command is how and where git is run.
type Command struct {
	Dir      string    // the paths that git takes and gives are relative to it
	WorkTree string    // named, since core.worktree could point git elsewhere; "": git finds it
	Settings []Setting // more than those that are fixed
	Stdin    []byte
	Most     int // bytes of output, what is beyond them is dropped; 0: all
}

// Run runs a git command and returns its output. The error is that of ctx where it has
// ended, ErrNotInstalled or a *Failure.
func (c Command) Run(ctx context.Context, args ...string) ([]byte, error) {
	line := []string{"--no-pager"}
	for _, setting := range fixed {
		line = append(line, "-c", setting)
	}
	if c.WorkTree != "" {
		line = append(line, "--work-tree="+c.WorkTree)
	}
	cmd := exec.CommandContext(ctx, "git", append(line, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = c.Dir, environment(os.Environ(), c.Settings), time.Second
	if c.Stdin != nil {
		cmd.Stdin = bytes.NewReader(c.Stdin)
	}
	out, complaint := limited{most: c.Most}, limited{most: 4096}
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	exit, failed := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return out.kept.Bytes(), nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case errors.Is(err, exec.ErrNotFound):
		return nil, ErrNotInstalled
	case failed:
		said, _, _ := strings.Cut(strings.TrimSpace(complaint.kept.String()), "\n")
		return out.kept.Bytes(), &Failure{args[0], exit.ExitCode(), strings.TrimPrefix(said, "fatal: ")}
	}
	return nil, fmt.Errorf("git %s: %w", args[0], err)
}

// environment is the process's own without git's variables (a daemon may have been
// started from a hook), and with those that keep git from writing, asking and fetching.
// GIT_ALLOW_PROTOCOL is the one word on transports that no configuration overrides.
func environment(inherited []string, settings []Setting) []string {
	var env []string
	for _, v := range inherited {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "LC_ALL=") {
			env = append(env, v)
		}
	}
	env = append(env, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
		"GIT_ATTR_NOSYSTEM=1", "GIT_ASKPASS=false", "GIT_PAGER=cat", "LC_ALL=C")
	for i, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s.Key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s.Value))
	}
	return append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(settings)))
}

// limited keeps the first bytes and drops the rest. It embeds no buffer: io.Copy would
// find the buffer's ReadFrom, which knows no bound.
type limited struct {
	kept bytes.Buffer
	most int // 0: all
}

func (l *limited) Write(p []byte) (int, error) {
	fits := p
	if l.most > 0 {
		fits = p[:min(len(p), max(0, l.most-l.kept.Len()))]
	}
	l.kept.Write(fits)
	return len(p), nil
}
