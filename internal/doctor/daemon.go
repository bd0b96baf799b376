package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/daemon/client/peer"
	"github.com/gortexhq/gortex/internal/home"
)

// Facts are what was gathered about the daemon and its place on this machine.
type Facts struct {
	Version  string // of this binary
	Dirs     home.Dirs
	DirsErr  error
	Folders  []Folder // in the order in which they are to be told
	Problems []string // of the configuration's files and variables
	Files    int      // configuration files that are there
	Git      string   // its path, "" where there is none
	Daemon   Daemon
	CWD      string // the folder that is asked about
}

// Folder is one that gortex keeps things in.
type Folder struct {
	What, Path string
	Missing    bool
	Mode       fs.FileMode
	Err        error // it cannot be used: the reason
}

// Daemon is what the one on the socket said; Err where it said nothing.
type Daemon struct {
	Err    error
	Hello  client.Hello
	Status Status
}

// Status is the part of the daemon's status that is judged.
type Status struct {
	Daemon struct {
		Opening bool     `json:"opening"`
		Error   string   `json:"error"`
		Restart []string `json:"restart"` // settings that it takes up as it starts only, and that have changed since
	} `json:"daemon"`
	Repositories []Repository `json:"repositories"`
	Unwanted     []string     `json:"unwanted"` // roots of work trees that no repository around them answers for
}

// Repository is one that the daemon tracks.
type Repository struct {
	Root     string `json:"root"`
	State    string `json:"state"`
	Error    string `json:"error"`
	Files    int    `json:"files"`
	Symbols  int    `json:"symbols"`
	Behind   int    `json:"behind"`
	Watching string `json:"watching"`
	Note     string `json:"note"`
}

// Checks judges what a daemon needs, from the ground up.
func Checks(f Facts) []Check {
	if f.DirsErr != nil {
		return []Check{Broken("folders", "export HOME, or GORTEX_HOME=DIR", "%v", f.DirsErr)}
	}
	checks := []Check{folders(f.Folders), configuration(f)}
	if f.Git == "" {
		checks = append(checks, Broken("git", installGit(runtime.GOOS), "git is not on the PATH: ignore files count, but branch switches are not noticed and changes cannot be compared"))
	} else {
		checks = append(checks, Holds("git", "%s", f.Git))
	}
	checks = append(checks, reachable(f))
	if f.Daemon.Err != nil {
		return checks
	}
	checks = append(checks, versions(f), engine(f.Daemon.Status))
	for _, r := range f.Daemon.Status.Repositories {
		if c := repository(r); !c.OK {
			checks = append(checks, c)
		}
	}
	return append(checks, Tracked(f))
}

func installGit(system string) string {
	switch system {
	case "darwin":
		return "xcode-select --install"
	case "windows":
		return "winget install Git.Git"
	}
	return "apt-get install git, or your system's own way"
}

func folders(all []Folder) Check {
	var told []string
	for _, f := range all {
		switch {
		case f.Err != nil:
			return Broken("folders", "make "+f.Path+" a folder that you can write to, or set GORTEX_HOME=DIR", "the folder of the %s cannot be used: %v", f.What, f.Err)
		case !f.Missing && f.Mode.Perm()&0o077 != 0 && f.What != "configuration" && runtime.GOOS != "windows":
			return Broken("folders", "chmod 700 "+quote(f.Path), "others can reach the folder of the %s: %s has mode %04o", f.What, f.Path, f.Mode.Perm())
		default:
			told = append(told, f.What+" "+f.Path)
		}
	}
	return Holds("folders", "%s", strings.Join(told, ", "))
}

func configuration(f Facts) Check {
	if n := len(f.Problems); n > 0 {
		more := ""
		if n > 1 {
			more = fmt.Sprintf(" (and %d more: --config shows all)", n-1)
		}
		return Broken("configuration", "edit the place that is named; gortex pi doctor --config shows what is in force", "%s%s", f.Problems[0], more)
	}
	if changed := f.Daemon.Status.Daemon.Restart; len(changed) > 0 {
		return Broken("configuration", "gortex daemon restart", "the daemon has been started with another %s", strings.Join(changed, ", "))
	}
	if f.Files == 0 {
		return Holds("configuration", "none set: the defaults are in force; a file would be %s", filepath.Join(f.Dirs.Config, "config.toml"))
	}
	return Holds("configuration", "%s, all valid", Count(f.Files, "file"))
}

func reachable(f Facts) Check {
	const name = "daemon"
	err := f.Daemon.Err
	switch {
	case err == nil:
		return Holds(name, "version %s, pid %d, on %s", f.Daemon.Hello.Version, f.Daemon.Hello.PID, f.Dirs.Socket)
	case errors.Is(err, client.ErrSkew):
		return Broken(name, "gortex daemon restart", "%v", err)
	case errors.Is(err, client.ErrNotRunning):
		return Broken(name, "gortex daemon start", "none is running (a session of an agent starts it by itself)")
	case errors.Is(err, peer.ErrOtherUser):
		return Broken(name, "set GORTEX_HOME to a folder of your own", "%v", err)
	}
	return Broken(name, "gortex daemon restart; where that fails too, gortex daemon logs", "it does not answer on %s: %v", f.Dirs.Socket, err)
}

func versions(f Facts) Check {
	if theirs := f.Daemon.Hello.Version; theirs != f.Version {
		return Broken("versions", "gortex daemon restart", "the daemon is version %s and this gortex %s", theirs, f.Version)
	}
	return Holds("versions", "the daemon and this gortex are both %s", f.Version)
}

func engine(s Status) Check {
	switch {
	case s.Daemon.Error != "":
		return Broken("engine", "gortex daemon restart; gortex daemon logs says more", "it did not open: %s", s.Daemon.Error)
	case s.Daemon.Opening:
		return Holds("engine", "still opening: answers come as they are ready")
	}
	return Holds("engine", "%s", Count(len(s.Repositories), "repository"))
}

// repository judges one that is tracked; those that are well need no line.
func repository(r Repository) Check {
	const name = "repository"
	switch {
	case r.Error != "":
		return Broken(name, "gortex track "+quote(r.Root), "%s could not be indexed: %s", r.Root, r.Error)
	case r.Watching == "poll":
		return Broken(name, "sudo sysctl fs.inotify.max_user_watches=1048576", "%s is polled, since the system has no file watches left", r.Root)
	case r.Watching == "off":
		return Broken(name, "gortex daemon restart", "%s is not watched: changes are not noticed", r.Root)
	}
	return Holds(name, "%s: %s, %s, %s", r.Root, r.State, Count(r.Files, "file"), Count(r.Symbols, "symbol"))
}

// Tracked judges whether the folder that was asked about is in a tracked repository.
func Tracked(f Facts) Check {
	const name = "this folder"
	var found *Repository
	for i, r := range f.Daemon.Status.Repositories {
		if Below(r.Root, f.CWD) && (found == nil || len(r.Root) > len(found.Root)) {
			found = &f.Daemon.Status.Repositories[i]
		}
	}
	for _, root := range f.Daemon.Status.Unwanted {
		if found != nil && len(root) > len(found.Root) && Below(root, f.CWD) {
			found = nil
		}
	}
	switch {
	case found == nil:
		return Broken(name, "gortex init "+quote(f.CWD), "%s is in no tracked repository", f.CWD)
	case found.Behind > 0:
		return Holds(name, "in %s: %s, being read again: %s", found.Root, found.State, Count(found.Behind, "file"))
	}
	c := repository(*found)
	if c.OK {
		return Holds(name, "in %s: %s, %s, %s", found.Root, found.State, Count(found.Files, "file"), Count(found.Symbols, "symbol"))
	}
	c.Name = name
	return c
}

// Below says whether path is dir or below it.
func Below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// quote makes a path one word of a shell's.
func quote(path string) string {
	if !strings.ContainsAny(path, " '\"$`\\&;()<>|*?#~") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
