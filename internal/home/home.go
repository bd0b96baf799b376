// Package home says where gortex keeps its things on this machine, and makes
// those folders the user's alone. It knows nothing of what is kept there.
package home

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
)

// Dirs is where things live; every path is absolute. Under GORTEX_HOME when
// that is set, else in the folders that the platform names (XDG on Linux).
type Dirs struct {
	Config string // folder of config.toml
	Cache  string // indexes; safe to delete at any time
	State  string // list of repositories, session state, logs
	Socket string // the daemon's socket, short enough for the system
	Lock   string // the lock file of the single instance; never removed
}

// maxSocketPath is what sockaddr_un holds on the strictest system we run on
// (macOS: 104 bytes with the final NUL; Linux: 108).
const maxSocketPath = 103

// Resolve reads the environment through getenv and creates nothing. It fails
// when neither GORTEX_HOME nor a home folder is known.
func Resolve(getenv func(string) string) (Dirs, error) {
	return system{runtime.GOOS, filepath.IsAbs}.resolve(getenv)
}

// system is what differs between those that we run on.
type system struct {
	name     string // as GOOS
	absolute func(path string) bool
}

func (s system) resolve(getenv func(string) string) (Dirs, error) {
	if root := getenv("GORTEX_HOME"); root != "" {
		abs, err := filepath.Abs(root)
		if err != nil {
			return Dirs{}, fmt.Errorf("GORTEX_HOME=%s: %w", root, err)
		}
		d := Dirs{Config: abs, Cache: filepath.Join(abs, "cache"), State: filepath.Join(abs, "state")}
		return d.at(filepath.Join(abs, "daemon.sock")), nil
	}
	user := getenv("HOME")
	if s.name == "windows" {
		user = getenv("USERPROFILE")
	}
	if !s.absolute(user) {
		return Dirs{}, errors.New("no home folder is known; set HOME, or GORTEX_HOME to a folder for gortex")
	}
	d := s.folders(getenv, user)
	if run := getenv("XDG_RUNTIME_DIR"); s.absolute(run) {
		return d.at(filepath.Join(run, "gortex", "daemon.sock")), nil
	}
	return d.at(filepath.Join(d.State, "run", "daemon.sock")), nil
}

// folders gives those of configuration, cache and state.
func (s system) folders(getenv func(string) string, user string) Dirs {
	folder := func(variable string, otherwise ...string) string {
		if dir := getenv(variable); s.absolute(dir) { // XDG: a relative path is invalid, and ignored
			return filepath.Join(dir, "gortex")
		}
		return filepath.Join(append(append([]string{user}, otherwise...), "gortex")...)
	}
	switch s.name {
	case "darwin":
		return Dirs{
			Config: folder("XDG_CONFIG_HOME", "Library", "Application Support"),
			Cache:  folder("XDG_CACHE_HOME", "Library", "Caches"),
			State:  filepath.Join(folder("XDG_STATE_HOME", "Library", "Application Support"), "state"),
		}
	case "windows":
		return Dirs{
			Config: folder("APPDATA", "AppData", "Roaming"),
			Cache:  filepath.Join(folder("LOCALAPPDATA", "AppData", "Local"), "cache"),
			State:  filepath.Join(folder("LOCALAPPDATA", "AppData", "Local"), "state"),
		}
	}
	return Dirs{
		Config: folder("XDG_CONFIG_HOME", ".config"),
		Cache:  folder("XDG_CACHE_HOME", ".cache"),
		State:  folder("XDG_STATE_HOME", ".local", "state"),
	}
}

// WithSocket returns d with the daemon's socket (and the lock beside it)
// somewhere else, as daemon.socket in the configuration asks.
func (d Dirs) WithSocket(path string) Dirs {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	return d.at(path)
}

// at sets socket and lock. A path too long for the system moves to a short
// folder of the user's own, named by a hash of the long one, so that every
// process of this home still finds the same socket.
func (d Dirs) at(socket string) Dirs {
	if len(socket) > maxSocketPath {
		sum := sha256.Sum256([]byte(socket))
		short := "gortex-" + strconv.Itoa(os.Getuid()) + "-" + hex.EncodeToString(sum[:6])
		socket = filepath.Join(shortTemp, short, "daemon.sock")
	}
	d.Socket = socket
	d.Lock = socket + ".lock"
	return d
}
