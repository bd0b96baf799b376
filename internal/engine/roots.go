package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/gortexhq/gortex/internal/atomicfile"
)

// rootsFile is the list of tracked repositories, in Options.StateDir.
const rootsFile = "repositories.json"

type rootsList struct {
	Version      int `json:"version"`
	Repositories []struct {
		Root string `json:"root"`
	} `json:"repositories"`
}

// readRoots returns the tracked roots. A list that cannot be understood is put
// aside, not overwritten: it is the one thing here that cannot be computed again.
func readRoots(dir string, log *slog.Logger) ([]string, error) {
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
	var roots []string
	for _, r := range list.Repositories {
		if filepath.IsAbs(r.Root) {
			roots = append(roots, filepath.Clean(r.Root))
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots), nil
}

func writeRoots(dir string, roots []string) error {
	list := rootsList{Version: 1}
	for _, root := range roots {
		list.Repositories = append(list.Repositories, struct {
			Root string `json:"root"`
		}{root})
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
