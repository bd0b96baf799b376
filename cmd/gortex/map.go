package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/atomicfile"
	"github.com/gortexhq/gortex/internal/graphmap"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/mcp"
)

func mapCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "map", Usage: "draw a tracked repository's graph as one HTML page: modules, who uses whom, hotspots", ArgsUsage: "[DIR]",
		Description: "Writes into gortex's own folder and says where, so that a repository stays as it is; --out FILE names another place.\n\nExamples:\n   gortex map\n   gortex map --out map.html ~/code/yours",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "where to write it, instead of gortex's cache folder"}, jsonFlag(), quietFlag(),
		},
		Action: func(c *cli.Context) error {
			arg, err := oneArg(c, "folder", ".")
			if err != nil {
				return err
			}
			dir, err := folder(arg)
			if err != nil {
				return err
			}
			return drawMap(c, t, dir)
		},
	}
}

func drawMap(c *cli.Context, t terminal, dir string) error {
	peer, err := session(c.Context, t, dir)
	if err != nil {
		return err
	}
	defer peer.Close()
	bar := newProgress(t, c.Bool("quiet") || c.Bool("json"))
	m, err := readMap(c.Context, peer, bar.update)
	bar.done()
	if err != nil {
		return err
	}
	m.Name = filepath.Base(dir)
	m = m.Largest()
	if c.Bool("json") {
		return printJSON(t, m)
	}
	var page bytes.Buffer
	if err := graphmap.Write(&page, m); err != nil {
		return err
	}
	out, err := writeMap(t, c.String("out"), dir, page.Bytes())
	if err != nil {
		return fmt.Errorf("write the map: %w; --out FILE names another place", err)
	}
	return say(c, t, "wrote %s\nopen it in a browser; it needs nothing else\n", out)
}

// writeMap writes the page of dir where it was asked for, or into a folder of the user's
// alone, where folders of one name have a page each.
func writeMap(t terminal, out, dir string, page []byte) (string, error) {
	if out != "" {
		file, err := absolute(out)
		if err != nil {
			return "", err
		}
		return file, hosts.Replace(file, page)
	}
	dirs, _, err := settings(t)
	if err != nil {
		return "", err
	}
	maps := filepath.Join(dirs.Cache, "maps")
	if err := home.MakePrivate(maps); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(dir))
	file := filepath.Join(maps, fmt.Sprintf("%.80s-%x.html", filepath.Base(dir), sum[:4]))
	return file, atomicfile.Write(file, atomicfile.Private, page)
}

// readMap asks the graph's own tools, as a model would.
func readMap(ctx context.Context, peer *mcp.Client, report func(mcp.Progress)) (m graphmap.Map, err error) {
	var files []struct {
		Path    string `json:"path"`
		Symbols int    `json:"symbols"`
	}
	for cursor := ""; ; {
		var part struct {
			Files  json.RawMessage `json:"files"`
			Cursor string          `json:"cursor"`
		}
		if err := ask(ctx, peer, "search", map[string]any{"operation": "files", "query": "**", "limit": 200, "cursor": cursor}, &part); err != nil {
			return m, err
		}
		if len(part.Files) > 0 {
			more := files[len(files):]
			if err := json.Unmarshal(part.Files, &more); err != nil {
				return m, err
			}
			files = append(files, more...)
		}
		if cursor = part.Cursor; cursor == "" {
			break
		}
	}
	modules, uses := map[string]*graphmap.Module{}, map[[2]string]int{}
	for i, f := range files {
		report(mcp.Progress{Message: "imports", Progress: float64(i + 1), Total: float64(len(files))})
		if f.Symbols == 0 {
			continue
		}
		dir := path.Dir(f.Path)
		if modules[dir] == nil {
			modules[dir] = &graphmap.Module{Path: dir}
		}
		modules[dir].Files++
		modules[dir].Symbols += f.Symbols
		var found struct {
			Imports []struct {
				Path string `json:"path"`
			} `json:"imports"`
		}
		if err := ask(ctx, peer, "relations", map[string]any{"operation": "imports", "file": f.Path, "limit": 200}, &found); err != nil {
			return m, err
		}
		seen := map[string]bool{dir: true}
		for _, i := range found.Imports {
			if to := moduleOf(i.Path); to != "" && !seen[to] {
				seen[to] = true
				uses[[2]string{dir, to}]++
			}
		}
	}
	for _, x := range modules {
		m.Modules = append(m.Modules, *x)
	}
	for u, n := range uses {
		m.Uses = append(m.Uses, graphmap.Use{From: u[0], To: u[1], Count: n})
	}
	var hot struct {
		Symbols []graphmap.Hotspot `json:"symbols"`
	}
	err = ask(ctx, peer, "analyze", map[string]any{"operation": "hotspots", "limit": 25}, &hot)
	m.Hotspots = hot.Symbols
	return m, err
}

// moduleOf is the folder that an import leads to: some languages import files, others folders.
func moduleOf(imported string) string {
	if imported == "" || path.Ext(imported) == "" {
		return imported
	}
	return path.Dir(imported)
}

// ask calls a tool and reads its structured answer.
func ask(ctx context.Context, peer *mcp.Client, tool string, arguments map[string]any, v any) error {
	raw, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	result, err := peer.CallTool(ctx, tool, raw, nil)
	if err != nil {
		return err
	}
	if result.IsError {
		return errors.New(strings.TrimSpace(textOf(result)))
	}
	return json.Unmarshal(result.StructuredContent, v)
}
