package main

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/daemon/client"
)

func initCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "init", Usage: "track the repository that DIR is in, index it, and say what was found", ArgsUsage: "[DIR]",
		Flags: []cli.Flag{quietFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			return track(c, t, true)
		},
	}
}

func trackCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "track", Usage: "add a repository to the daemon's list and index it", ArgsUsage: "DIR",
		Flags: []cli.Flag{quietFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usagef(c, "which folder?")
			}
			return track(c, t, false)
		},
	}
}

func track(c *cli.Context, t terminal, next bool) error {
	arg, err := oneArg(c, "folder", ".")
	if err != nil {
		return err
	}
	dir, err := folder(arg)
	if err != nil {
		return err
	}
	daemon, err := dial(c.Context, t, true)
	if err != nil {
		return err
	}
	defer daemon.Close()
	bar := newProgress(t, c.Bool("quiet") || c.Bool("json"))
	found, err := daemon.Track(c.Context, dir, bar.update)
	bar.done()
	switch {
	case err != nil:
		return err
	case c.Bool("json"):
		return printJSON(t, found)
	case c.Bool("quiet"):
		return nil
	}
	fmt.Fprintf(t.out, "%s\n%s in %d ms\n", shown(found.Root), foundText(found), found.Millis)
	if next {
		fmt.Fprintln(t.out, nextStep(found))
	}
	return nil
}

func size(files, symbols, edges int) string {
	return count(files, "file") + ", " + count(symbols, "symbol") + ", " + count(edges, "edge")
}

func foundText(f client.TrackResult) string {
	text := size(f.Files, f.Symbols, f.Edges)
	if len(f.Languages) > 0 {
		text += " (" + languages(f.Languages) + ")"
	}
	if f.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped: see gortex status", f.Skipped)
	}
	return text
}

func nextStep(f client.TrackResult) string {
	if f.Files == 0 {
		return "Nothing to index here yet; files are picked up as they appear."
	}
	return "Next: start pi here, once gortex pi install is done; or claude, after gortex claude install.\nOr try: gortex call explore '{\"task\": \"how does … work\"}'"
}

// languages lists names by how many files they have: "go 120, python 3".
func languages(count map[string]int) string {
	names := make([]string, 0, len(count))
	for n := range count {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool {
		if count[names[i]] != count[names[j]] {
			return count[names[i]] > count[names[j]]
		}
		return names[i] < names[j]
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, count[n])
	}
	return strings.Join(names, ", ")
}

func untrackCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "untrack", Usage: "take a repository off the daemon's list and drop its index", ArgsUsage: "DIR",
		Flags: []cli.Flag{quietFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			dir, err := oneArg(c, "folder", "")
			if err != nil {
				return err
			}
			abs, err := absolute(dir) // it may be gone already
			if err != nil {
				return err
			}
			daemon, err := dial(c.Context, t, true)
			if err != nil {
				return err
			}
			defer daemon.Close()
			root, err := daemon.Untrack(c.Context, abs)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(t, map[string]any{"root": root, "tracked": false})
			}
			return say(c, t, "%s is no longer tracked\n", shown(root))
		},
	}
}

func reposCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "repos", Usage: "list the tracked repositories",
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			daemon, err := dial(c.Context, t, true) // the list is the daemon's to know
			if err != nil {
				return err
			}
			defer daemon.Close()
			_, s, err := readStatus(c, t)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				roots := []string{}
				for _, r := range s.Repositories {
					roots = append(roots, r.Root)
				}
				return printJSON(t, roots)
			}
			for _, r := range s.Repositories {
				fmt.Fprintf(t.out, "%s\t%s\t%s", shown(r.Root), r.State, shown(filepath.Base(r.Root)))
				if r.Error != "" {
					fmt.Fprintf(t.out, "\t%s", shown(r.Error))
				}
				fmt.Fprintln(t.out)
			}
			return nil
		},
	}
}
