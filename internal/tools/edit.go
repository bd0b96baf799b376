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
	for _, r := range results {
		r.Path = c.prefixed(changes, r.Path)
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

// prefixed puts the repository's name before a path where several are in scope.
func (c *call) prefixed(changes []edit.Change, path string) string {
	for _, r := range c.scope.repos {
		file := filepath.Join(r.Root(), filepath.FromSlash(path))
		if r.prefix != "" && slices.ContainsFunc(changes, func(ch edit.Change) bool { return realPath(ch.File) == file }) {
			return r.prefix + path
		}
	}
	return path
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
	change.File = c.fileToWrite(a.text("file"))
	return change, nil
}

// fileToWrite is where a name points: to a file that is there under one of its
// spellings, else as given, relative to the session's folder. No guess by a part of the
// name: what is written must be what was named. The editor's guards judge it.
func (c *call) fileToWrite(name string) string {
	file := filepath.FromSlash(name)
	if filepath.IsAbs(file) {
		return file
	}
	for _, at := range c.scope.spellings(filepath.ToSlash(filepath.Clean(file))) {
		if there := filepath.Join(at.repo.Root(), filepath.FromSlash(at.path)); exists(there) {
			return there
		}
	}
	if len(c.scope.repos) == 1 && c.args.text("repo") != "" {
		return filepath.Join(c.scope.repos[0].Root(), file)
	}
	return filepath.Join(c.session.cwd, file)
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
