package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/gortexhq/gortex/internal/atomicfile"
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

// readRoots returns the roots that are tracked, and those of work trees that were untracked
// and are not to be followed, with their history. A list that cannot be understood is put
// aside, not overwritten: it is the one thing here that cannot be computed again.
func readRoots(dir string, log *slog.Logger) (tracked []string, unwanted map[string]string, _ error) {
	file := filepath.Join(dir, rootsFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	var list rootsList
	if err := json.Unmarshal(data, &list); err != nil {
		log.Warn("the list of repositories is damaged and was put aside: track them again", "file", file+".damaged", "error", err)
		return nil, nil, os.Rename(file, file+".damaged")
	}
	return slices.Sorted(maps.Keys(historyOf(list.Repositories))), historyOf(list.Unwanted), nil
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

func writeRoots(dir string, tracked []string, unwanted map[string]string) error {
	list := rootsList{Version: 1}
	for _, root := range tracked {
		list.Repositories = append(list.Repositories, entry{Root: root})
	}
	for _, root := range slices.Sorted(maps.Keys(unwanted)) {
		list.Unwanted = append(list.Unwanted, entry{root, unwanted[root]})
	}
	data, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return fmt.Errorf("write the list of repositories: %w", err)
	}
	if err = os.MkdirAll(dir, 0o700); err == nil {
		err = atomicfile.Write(filepath.Join(dir, rootsFile), atomicfile.Private, data, []byte{'\n'})
	}
	if err != nil {
		return fmt.Errorf("write the list of repositories: %w", err)
	}
	return nil
}
