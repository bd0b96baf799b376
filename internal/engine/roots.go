package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gortexhq/gortex/internal/atomicfile"
	"github.com/gortexhq/gortex/internal/flock"
)

// rootsFile is the list of tracked repositories, in Options.StateDir.
const rootsFile = "repositories.json"

type rootsList struct {
	Version      int     `json:"version"`
	Repositories []entry `json:"repositories"`
	Unwanted     []entry `json:"unwanted,omitempty"`
}

type entry struct {
	Root    string `json:"root"`
	History string `json:"history,omitempty"` // of what is unwanted
}

// roots are what an engine remembers, with histories by root.
type roots struct {
	tracked  map[string]string
	unwanted map[string]string // work trees that were untracked, and are not to be followed
}

// readRoots returns what is remembered in dir, nil where nothing is. A list that cannot be
// understood is put aside, not overwritten: it is the one thing here that cannot be computed again.
func readRoots(dir string, log *slog.Logger) (*roots, error) {
	file := filepath.Join(dir, rootsFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list rootsList
	if err := json.Unmarshal(data, &list); err != nil {
		log.Warn("the list of repositories is damaged and was put aside: track them again", "file", file+".damaged", "error", err)
		return nil, os.Rename(file, file+".damaged")
	}
	return &roots{historyOf(list.Repositories), historyOf(list.Unwanted)}, nil
}

// historyOf returns what the entries say, by root.
func historyOf(entries []entry) map[string]string {
	by := map[string]string{}
	for _, e := range entries {
		if filepath.IsAbs(e.Root) {
			by[filepath.Clean(e.Root)] = e.History
		}
	}
	return by
}

// entriesOf is the reverse, in order.
func entriesOf(by map[string]string) []entry {
	entries := make([]entry, 0, len(by))
	for _, root := range slices.Sorted(maps.Keys(by)) {
		entries = append(entries, entry{root, by[root]})
	}
	return entries
}

// listTime is how long another daemon may take to write the list.
const listTime = time.Second

// changeRoots takes up in dir what has changed from before to now. What else is there by then
// stays: who is reached at another socket, as one that cron or another machine has
// started, is another daemon with the same list.
func changeRoots(dir string, before, now *roots, log *slog.Logger) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write the list of repositories: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), listTime)
	defer cancel()
	if lock, err := flock.Wait(ctx, filepath.Join(dir, rootsFile+".lock")); err == nil {
		defer lock.Unlock()
	} else { // not every network's disk has locks
		log.Warn("the list of repositories is written without its lock", "error", err)
	}
	there, err := readRoots(dir, log)
	switch {
	case err != nil:
	case there == nil: // somebody took it away
		err = writeRoots(dir, now)
	default:
		if all := there.merge(before, now); !all.equal(there) {
			err = writeRoots(dir, all)
		}
	}
	if err != nil {
		return fmt.Errorf("write the list of repositories: %w", err)
	}
	return nil
}

// merge returns r with what has changed from before to now.
func (r *roots) merge(before, now *roots) *roots {
	return &roots{merged(r.tracked, before.tracked, now.tracked), merged(r.unwanted, before.unwanted, now.unwanted)}
}

func merged(there, before, now map[string]string) map[string]string {
	all := map[string]string{}
	for root, history := range there {
		_, was := before[root]
		if _, is := now[root]; is || !was {
			all[root] = history
		}
	}
	for root, history := range now {
		if old, was := before[root]; !was || old != history {
			all[root] = history
		}
	}
	return all
}

func (r *roots) equal(other *roots) bool {
	return maps.Equal(r.tracked, other.tracked) && maps.Equal(r.unwanted, other.unwanted)
}

func writeRoots(dir string, r *roots) error {
	list := rootsList{Version: 1, Repositories: entriesOf(r.tracked), Unwanted: entriesOf(r.unwanted)}
	data, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, rootsFile), atomicfile.Private, data, []byte{'\n'})
}
