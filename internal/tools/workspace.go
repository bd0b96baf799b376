package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/version"
)

// repositoryRow is a repository's state, as scripts read it.
type repositoryRow struct {
	Name     string    `json:"name"`
	Root     string    `json:"root"`
	State    string    `json:"state"`
	Files    int       `json:"files"`
	Symbols  int       `json:"symbols"`
	Edges    int       `json:"edges"`
	Behind   int       `json:"behind"`
	Watching string    `json:"watching"`
	Indexed  time.Time `json:"indexed,omitzero"`
	Error    string    `json:"error,omitempty"`
	Progress string    `json:"progress,omitempty"`
}

// workspace says what is indexed. It waits for nothing: it is what one asks when others have to wait.
func workspace(_ context.Context, c *call) (*answer, error) {
	switch c.args.operation() {
	case "repos":
		return repositoryAnswer(c, c.engine().Repositories()), nil
	case "index":
		return indexAnswer(c)
	}
	here := c.engine().Workspace(c.session.cwd)
	if c.args.text("repo") != "" {
		var err error
		if here, err = c.choose(); err != nil {
			return nil, err
		}
	}
	a := repositoryAnswer(c, here)
	if len(here) == 0 {
		a.remarks = append(a.remarks, c.untracked().Error())
	}
	return a, nil
}

func repositoryAnswer(c *call, all []*engine.Repository) *answer {
	limit, offset := c.args.page(50)
	l := &list{key: "repositories", fields: []string{"name", "root", "state", "files", "symbols", "edges", "behind"}, total: len(all), offset: offset, main: true}
	a := &answer{}
	ready := len(all) > 0
	for _, r := range all {
		ready = ready && r.Status().State == engine.Ready
	}
	for _, r := range window(all, limit, offset) {
		st := r.Status()
		row := repositoryRow{
			Name: r.Name(), Root: st.Root, State: string(st.State), Files: st.Files, Symbols: st.Symbols, Edges: st.Edges,
			Behind: st.Behind, Watching: st.Watching, Indexed: st.Indexed, Error: st.Error,
		}
		if st.Progress != nil {
			row.Progress = fmt.Sprintf("%s %d of %d", st.Progress.Phase, st.Progress.Done, st.Progress.Total)
		}
		l.add(row, row.Name, row.Root, row.State, itoa(row.Files), itoa(row.Symbols), itoa(row.Edges), itoa(row.Behind))
		a.remarks = append(a.remarks, remarksOn(r.Name(), st)...)
	}
	a.head = object{{"folder", c.session.cwd}, {"version", version.Version}, {"ready", ready}, {"total", len(all)}}
	l.keys = map[string]string{"folder": c.session.cwd, "version": version.Version}
	a.parts = []part{l}
	return a
}

func remarksOn(name string, st engine.Status) []string {
	var said []string
	if st.State != engine.Ready {
		said = append(said, stateOf(name, st))
	}
	if st.Behind > 0 {
		said = append(said, edit.Sentence("%s: %s changed on disk and are being read again", name, count(st.Behind, "file")))
	}
	if st.Watching == "poll" {
		said = append(said, edit.OneLine(name)+" is watched by polling: changes are seen some seconds late")
	}
	return said
}

// languageRow is how many files a repository has of one language.
type languageRow struct {
	Repository string `json:"repository"`
	Language   string `json:"language"`
	Files      int    `json:"files"`
}

// skippedRow is a file that is not indexed.
type skippedRow struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func indexAnswer(c *call) (*answer, error) {
	here, err := c.choose()
	if err != nil {
		return nil, err
	}
	limit, offset := c.args.page(100)
	languages := &list{key: "languages", fields: []string{"repository", "language", "files"}}
	skipped := &list{key: "skipped", fields: []string{"path", "reason"}, offset: offset, main: true}
	stale := &list{key: "stale", fields: []string{"path"}}
	a := &answer{}
	var rows []skippedRow
	for _, r := range here {
		prefix := ""
		if len(here) > 1 {
			prefix = r.Name() + "/"
		}
		st := r.Status()
		for _, name := range sortedLanguages(st.Languages) {
			languages.add(languageRow{r.Name(), name, st.Languages[name]}, r.Name(), name, itoa(st.Languages[name]))
		}
		for _, s := range st.Skipped {
			rows = append(rows, skippedRow{prefix + s.Path, s.Reason})
		}
		for _, path := range r.Behind() {
			stale.add(prefix+path, prefix+path)
		}
		a.remarks = append(a.remarks, remarksOn(r.Name(), st)...)
	}
	for _, s := range window(rows, limit, offset) {
		skipped.add(s, s.Path, s.Reason)
	}
	languages.total, skipped.total, stale.total = len(languages.rows), len(rows), len(stale.rows)
	a.head = object{{"folder", c.session.cwd}, {"total", len(rows)}}
	a.parts = []part{languages, skipped, stale}
	return a, nil
}

// sortedLanguages has the most frequent first.
func sortedLanguages(all map[string]int) []string {
	var names []string
	for name := range all {
		if name != "" {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if all[a] != all[b] {
			return all[b] - all[a]
		}
		return strings.Compare(a, b)
	})
	return names
}
