package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/version"
)

// patience is how long a daemon is waited for: one that is stopped must not stop the doctor.
const patience = 3 * time.Second

// Options say where to look.
type Options struct {
	Dirs     home.Dirs
	DirsErr  error    // of resolving Dirs
	CWD      string   // absolute
	Problems []string // of the configuration, as whoever loaded it was told
	Files    []string // the configuration's files, whether or not they are there
}

// Look gathers the facts. It changes nothing and starts no daemon.
func Look(ctx context.Context, o Options) Facts {
	f := Facts{Version: version.Version, Dirs: o.Dirs, DirsErr: o.DirsErr, Problems: o.Problems, CWD: real(o.CWD)}
	if o.DirsErr != nil {
		return f
	}
	for _, file := range o.Files {
		if _, err := os.Stat(file); err == nil {
			f.Files++
		}
	}
	f.Git, _ = exec.LookPath("git")
	for _, d := range []Folder{{What: "configuration", Path: o.Dirs.Config}, {What: "indexes", Path: o.Dirs.Cache}, {What: "state", Path: o.Dirs.State}, {What: "socket", Path: filepath.Dir(o.Dirs.Socket)}} {
		f.Folders = append(f.Folders, folder(d))
	}
	f.Daemon = ask(ctx, o.Dirs)
	return f
}

func ask(ctx context.Context, dirs home.Dirs) (d Daemon) {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, fmt.Errorf("no answer within %v", patience))
	defer cancel()
	c, err := client.Dial(ctx, client.Options{Dirs: dirs})
	if err != nil {
		return Daemon{Err: err}
	}
	defer c.Close()
	d.Hello = c.Daemon()
	raw, err := c.Status(ctx)
	if err == nil {
		err = json.Unmarshal(raw, &d.Status)
	}
	d.Err = err
	return d
}

// folder looks at one that gortex keeps things in, or at the nearest one above it that
// is there: that is where it would be made.
func folder(f Folder) Folder {
	info, err := os.Stat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.Missing = true
		above := filepath.Dir(f.Path)
		for {
			if info, err = os.Stat(above); !errors.Is(err, fs.ErrNotExist) || above == filepath.Dir(above) {
				break
			}
			above = filepath.Dir(above)
		}
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is no folder", above)
		}
		if err == nil {
			err = writable(above)
		}
		f.Err = err
		return f
	case err == nil && !info.IsDir():
		err = fmt.Errorf("%s is no folder", f.Path)
	case err == nil:
		f.Mode = info.Mode()
		if f.What != "configuration" { // which is only read
			err = writable(f.Path)
		}
	}
	f.Err = err
	return f
}

// real is the path with its links resolved, as the daemon knows it.
func real(path string) string {
	if r, err := filepath.EvalSymlinks(path); err == nil {
		return r
	}
	return path
}
