package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/home"
)

// dialTimeout bounds what a command waits for a daemon that it starts.
const dialTimeout = 10 * time.Second

// jsonFlag and quietFlag are made anew for each command: a flag value keeps state.
func jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Usage: "print JSON"}
}

func quietFlag() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing but errors"}
}

// settings resolves where things live and what is configured for this user. What is
// wrong with a file is said on stderr; its good values count.
func settings(t terminal) (home.Dirs, config.Config, error) {
	dirs, err := homeDirs(t)
	if err != nil {
		return dirs, config.Config{}, err
	}
	cfg, problems := config.Load(t.getenv, settingsFiles(dirs))
	for _, p := range problems {
		warn(t.err, p.String())
	}
	if cfg.Daemon.Socket != "" {
		dirs = dirs.WithSocket(cfg.Daemon.Socket)
	}
	return dirs, cfg, nil
}

// settingsFiles are those of the person who runs gortex, beside what a host adds.
func settingsFiles(dirs home.Dirs) []config.Layer {
	return []config.Layer{{File: filepath.Join(dirs.Config, "config.toml")}}
}

// homeDirs says where things live. A GORTEX_HOME that is a file would give an error of
// whatever is read first.
func homeDirs(t terminal) (home.Dirs, error) {
	root := t.getenv("GORTEX_HOME")
	if info, err := os.Stat(root); root != "" && err == nil && !info.IsDir() {
		return home.Dirs{}, fmt.Errorf("GORTEX_HOME=%s is a file; set it to a folder, or unset it", root)
	}
	return home.Resolve(t.getenv)
}

// dial connects to the daemon, starting one when start is set.
func dial(ctx context.Context, t terminal, start bool) (*client.Client, error) {
	return connect(ctx, t, client.Options{Start: start})
}

// connect fills in where the daemon is, and bounds the wait for it.
func connect(ctx context.Context, t terminal, o client.Options) (*client.Client, error) {
	dirs, _, err := settings(t)
	if err != nil {
		return nil, err
	}
	o.Dirs = dirs
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	return client.Dial(ctx, o)
}

// folder returns the absolute form of a folder named on the command line; "" is
// the working folder.
func folder(name string) (string, error) {
	abs, err := absolute(name)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(abs)
	switch {
	case os.IsNotExist(err):
		return "", fmt.Errorf("%s: no such folder", abs)
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", fmt.Errorf("%s is a file; name the folder that it is in", abs)
	}
	return abs, nil
}

func absolute(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil { // only a relative path asks for the working folder
		return "", fmt.Errorf("the working folder is gone (%w); cd to one that is there", err)
	}
	return abs, nil
}

func printJSON(t terminal, v any) error {
	enc := json.NewEncoder(t.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
