package tools

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/edit"
	"github.com/gortexhq/gortex/internal/tools/catalog"
)

// editFiles writes. Its answer has paths, hashes and counts, never content.
func editFiles(ctx context.Context, c *call) (*answer, error) {
	changes, err := c.changes(ctx)
	if err != nil {
		return nil, err
	}
	results, err := c.session.catalogue.editor.Apply(ctx, c.session.cwd, changes)
	if err != nil {
		return nil, err
	}
	l := &list{key: "files", fields: []string{"path", "added", "removed", "sha256_before", "sha256_after"}, total: len(results)}
	c.prefixed(changes, results)
	for _, r := range results {
		l.add(r, r.Path, itoa(r.Added), itoa(r.Removed), r.Before, r.After)
	}
	status := "applied"
	if unchanged(results) {
		status = "unchanged"
	}
	l.keys = map[string]string{"status": status}
	return &answer{head: object{{"status", status}}, parts: []part{l}}, nil
}

func unchanged(results []edit.FileResult) bool {
	for _, r := range results {
		if r.Before != r.After {
			return false
		}
	}
	return true
}

// prefixed are paths of results as answers print them: with the repository's name in
// front, but for a file of the session's only repository. Results come in the order in
// which the changes first name their files.
func (c *call) prefixed(changes []edit.Change, results []edit.FileResult) {
	here := c.engine().Workspace(c.session.cwd)
	done := map[string]bool{}
	for i, result := range results {
		for _, change := range changes {
			file := realPath(change.File)
			r := c.engine().Find(file)
			if r == nil || done[file] || file != filepath.Join(r.Root(), filepath.FromSlash(result.Path)) {
				continue
			}
			done[file] = true
			if len(here) != 1 || here[0] != r {
				results[i].Path = r.Name() + "/" + result.Path
			}
			break
		}
	}
}

// changes are the editor's orders for a call.
func (c *call) changes(ctx context.Context) ([]edit.Change, error) {
	if c.args.operation() != "batch" {
		change, err := c.change(ctx, c.args)
		return []edit.Change{change}, err
	}
	orders := c.args.objects("changes")
	if len(orders) == 0 {
		return nil, c.args.misused("edit with operation batch needs `changes`.")
	}
	var all []edit.Change
	for i, order := range orders {
		raw, err := gojson.Marshal(order)
		if err != nil {
			return nil, err
		}
		args, err := parseArguments("edit", raw)
		if err == nil && args.operation() == "batch" {
			err = c.args.misused("Batches do not nest.")
		}
		var change edit.Change
		if err == nil {
			change, err = c.change(ctx, args)
		}
		if err != nil {
			return nil, numberedRefusal(err, i+1)
		}
		all = append(all, change)
	}
	return all, nil
}

// numberedRefusal says which change of a batch is meant; nothing has been written yet.
func numberedRefusal(err error, n int) error {
	r, ok := errors.AsType[*refusal](err)
	if !ok {
		return err
	}
	numbered := *r
	numbered.text = "Change " + itoa(n) + " of the batch, nothing was written: " + r.text
	return &numbered
}

func (c *call) change(ctx context.Context, a arguments) (edit.Change, error) {
	change := edit.Change{ExpectSHA256: strings.ToLower(a.text("expect_sha256")), Force: a.flag("force"), Create: a.flag("create")}
	switch a.operation() {
	case "symbol":
		return c.symbolChange(ctx, a, change)
	case "write":
		if a.text("file") == "" || !a.has("content") {
			return change, a.misused("edit with operation write needs `file` and `content`.")
		}
		content := a.text("content")
		change.Content = &content
	default:
		edits, err := replacements(a)
		if err != nil {
			return change, err
		}
		change.Edits = edits
	}
	var err error
	change.File, err = c.fileToWrite(a.text("file"), change.Create)
	return change, err
}

// fileToWrite is where a name points. What is written must be what was named, so no part
// of a name is guessed at, and a name means
//   - one place when it is absolute, or starts with ./ or ../;
//   - with create, the place below the session's folder, or below the root of `repo`;
//   - else the file that is there, below that folder, below a root, or as answers print
//     it. Several are refused as ambiguous, and so is a bare name that is not in the
//     session's folder but in the root above it.
//
// Where the session's folder is in no repository, create looks for what is there as well.
func (c *call) fileToWrite(name string, create bool) (string, error) {
	if strings.HasSuffix(filepath.ToSlash(name), "/") {
		return "", refusef("%s names a folder; nothing was written. Leave its last slash out if a file is meant.", name)
	}
	file := filepath.FromSlash(name)
	if filepath.IsAbs(file) {
		return file, nil
	}
	base := c.session.cwd
	if c.args.text("repo") != "" {
		base = c.scope.repos[0].Root()
	}
	here := filepath.Join(base, file)
	name = filepath.ToSlash(filepath.Clean(file))
	dotted := strings.HasPrefix(filepath.ToSlash(file), "./") || strings.HasPrefix(name, "../")
	if dotted || create && c.engine().Find(here) != nil {
		return here, nil
	}
	there := c.scope.present(here, name)
	switch {
	case len(there) == 0:
		return c.scope.newFile(here, name), nil
	case len(there) > 1:
		var all []string
		for _, f := range there {
			all = append(all, c.scope.distinct(f))
		}
		return "", refusef("%s is ambiguous: %s. Nothing was written; name the one that is meant so.", name, strings.Join(all, ", "))
	case !exists(here) && !strings.Contains(name, "/") && c.engine().Find(base) == c.engine().Find(there[0]):
		return "", refusef("%s is not in %s; nothing was written. If %s is meant, name it so.", name, base, there[0])
	}
	return there[0], nil
}

// present are the files that a name may mean and that are there, each once.
func (s *scope) present(here, name string) []string {
	files := []string{here}
	for _, spelled := range s.spellings(name) {
		for _, p := range spelled {
			files = append(files, p.file())
		}
	}
	var there []string
	for _, file := range files {
		same := func(other string) bool { return realPath(other) == realPath(file) }
		if exists(file) && !slices.ContainsFunc(there, same) {
			there = append(there, file)
		}
	}
	return there
}

// newFile is where nothing is yet: below the session's folder, or where that is above the
// repositories, in the one that the name begins with, or that is the only one.
func (s *scope) newFile(here, name string) string {
	spelled := s.spellings(name)
	if len(spelled[0]) > 0 {
		return here
	}
	for _, places := range [][]place{spelled[1], spelled[2]} {
		if len(places) == 1 {
			return places[0].file()
		}
	}
	return here
}

// distinct names a file so that only it can be meant.
func (s *scope) distinct(file string) string {
	for _, r := range s.repos {
		if rel, err := filepath.Rel(r.Root(), file); err == nil && filepath.IsLocal(rel) && r.prefix != "" {
			return edit.OneLine(r.prefix + filepath.ToSlash(rel))
		}
	}
	return edit.OneLine(file)
}

func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

func replacements(a arguments) ([]edit.Replacement, error) {
	if a.text("file") == "" {
		return nil, a.misused("edit with operation replace needs `file` and `edits`.")
	}
	objects := a.objects("edits")
	if len(objects) == 0 {
		return nil, a.misused("edit with operation replace needs `edits`.")
	}
	var all []edit.Replacement
	for _, o := range objects {
		var r edit.Replacement
		hasNew := false
		for name, raw := range o {
			var mend string
			switch loose[strings.ToLower(name)] {
			case "old":
				mend = setString(&r.Old, raw)
			case "new":
				mend, hasNew = setString(&r.New, raw), true
			case "all":
				var v any
				if v, mend = coerceBoolean(raw); mend == "" {
					r.All, _ = v.(bool)
				}
			default:
				mend = "left out: an edit has old, new and all"
			}
			if mend != "" {
				return nil, a.misused("edit: `%s` of an edit must be %s.", name, mend)
			}
		}
		if r.Old == "" || !hasNew {
			return nil, a.misused("edit: each of `edits` needs `old`, the exact text that is there, and `new`.")
		}
		all = append(all, r)
	}
	return all, nil
}

func setString(to *string, raw json.RawMessage) string {
	v, mend := coerceString(raw)
	*to, _ = v.(string)
	return mend
}

// gather makes `edits` of a replacement that stands at the top, and `changes` of a
// batch that came as `edits`.
func gather(a *arguments, given map[string]json.RawMessage) error {
	single := map[string]json.RawMessage{}
	for name, raw := range given {
		lower := strings.ToLower(name)
		if canonical, ok := loose[lower]; ok && !isNull(raw) {
			single[canonical] = raw
		}
	}
	if _, ok := given["edits"]; !ok {
		delete(a.values, "edits")
		if new, ok := single["new"]; ok && a.has("symbol") && single["old"] == nil {
			v, mend := coerceString(new)
			if mend != "" {
				return a.misused("edit: `new` must be %s.", mend)
			}
			a.values["body"] = v
		} else if len(single) > 0 {
			a.values["edits"] = []map[string]json.RawMessage{single}
		}
	}
	if a.has("changes") || a.text("file") != "" {
		return nil
	}
	edits := a.objects("edits")
	for _, e := range edits {
		if _, ok := fileOfEdit(e); !ok {
			return nil
		}
	}
	if len(edits) > 0 {
		delete(a.values, "edits")
		a.values["changes"] = edits
		a.values["operation"] = "batch"
	}
	return nil
}

// fileOfEdit says whether an edit names its own file.
func fileOfEdit(e map[string]json.RawMessage) (json.RawMessage, bool) {
	schema := catalog.Arguments("edit")
	for name, raw := range e {
		if canonical, ok := accept("edit", name, schema); ok && (canonical == "file" || canonical == "symbol") {
			return raw, true
		}
	}
	return nil, false
}
