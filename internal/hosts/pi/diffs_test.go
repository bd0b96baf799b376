package pi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

func sum(text string) string {
	if text == "" {
		return ""
	}
	s := sha256.Sum256([]byte(text))
	return hex.EncodeToString(s[:])
}

// edited is the structured part of an edit's answer.
func edited(path, before, after string) json.RawMessage {
	return fmt.Appendf(nil, `{"status":"applied","files":[{"path":%q,"sha256_before":%q,"sha256_after":%q}]}`, path, sum(before), sum(after))
}

func editResult(path, before, after string) json.RawMessage {
	return fmt.Appendf(nil, `{"content":[{"type":"text","text":"applied"}],"structuredContent":%s}`, edited(path, before, after))
}

func detailsOf(t *testing.T, result json.RawMessage) (diffDetails, bool) {
	t.Helper()
	var r struct {
		Structured struct {
			Status string
			Diff   *diffDetails `json:"gortex_diff"`
		} `json:"structuredContent"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		t.Fatalf("%s: %v", result, err)
	}
	if r.Structured.Diff == nil {
		return diffDetails{}, false
	}
	return *r.Structured.Diff, true
}

// repository is a folder with .git in it and a folder below, where the session is.
func repository(t *testing.T) (root, cwd string) {
	t.Helper()
	root = t.TempDir()
	cwd = filepath.Join(root, "sub")
	for _, dir := range []string{filepath.Join(root, ".git"), cwd} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return root, cwd
}

func TestADiffIsExactOrANote(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		arguments      string // of the edit; %s is the repository's root
		file           string // in the repository
		before, beside string // on disk before the call, and what something else makes of it right before the tool's own write
		after, later   string // what the edit writes, and what something else makes of it before it is read again
		path           string // in the answer
		want           string // in the diff, or after "note: "
	}{
		"relative to the session's folder":       {arguments: `{"file":"a.go"}`, file: "sub/a.go", before: "x\n", after: "y\n", path: "sub/a.go", want: "+1 y"},
		"relative to the repository":             {arguments: `{"file":"sub/a.go"}`, file: "sub/a.go", before: "x\n", after: "y\n", path: "sub/a.go", want: "+1 y"},
		"absolute":                               {arguments: `{"file":"%s/a.go"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"with the repository's name in front":    {arguments: `{"file":"repo/a.go"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"by a symbol's id":                       {arguments: `{"symbol":"a.go::T.m"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"by file and line":                       {arguments: `{"symbol":"a.go:1"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"one of a batch":                         {arguments: `{"changes":[{"file":"a.go"}]}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"by another agent's name":                {arguments: `{"Path":"a.go","old_string":"x","new_string":"y"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"each edit with its file":                {arguments: `{"edits":[{"file_path":"a.go"}]}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"a batch as a text":                      {arguments: `{"changes":"[{\"file\":\"a.go\"}]"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "+1 y"},
		"a file that is new":                     {arguments: `{"file":"new.go","create":true}`, file: "sub/new.go", after: "y\n", path: "sub/new.go", want: "+1 y"},
		"something else wrote before":            {arguments: `{"file":"a.go"}`, file: "a.go", before: "x\n", beside: "z\n", after: "y\n", path: "a.go", want: "note: a.go had been changed"},
		"something else wrote after":             {arguments: `{"file":"a.go"}`, file: "a.go", before: "x\n", after: "y\n", later: "z\n", path: "a.go", want: "note: a.go was changed again"},
		"a file that the call did not name":      {arguments: `{"symbol":"Open"}`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "note: a.go had been changed by something else just before the edit, or the call did not name it"},
		"a file that is too large":               {arguments: `{"file":"a.go"}`, file: "a.go", before: strings.Repeat("x\n", 600), after: "y\n", path: "a.go", want: "note: a.go is larger than"},
		"a file that has become too large":       {arguments: `{"file":"a.go"}`, file: "a.go", before: "x\n", after: strings.Repeat("y\n", 600), path: "a.go", want: "note: a.go is larger than"},
		"a note is one line whatever the name":   {arguments: `{"file":"a\nb.go"}`, file: "a\nb.go", before: "x\n", after: "y\n", later: "z\n", path: "a\nb.go", want: `note: a\nb.go was changed again`},
		"a file that is binary":                  {arguments: `{"file":"a.go"}`, file: "a.go", before: "x\x00\n", after: "y\x00\n", path: "a.go", want: "note: binary"},
		"a call that wrote nothing has no diff":  {arguments: `{"file":"a.go"}`, file: "a.go", before: "x\n", after: "x\n", path: "a.go", want: ""},
		"arguments that are none change nothing": {arguments: `[1]`, file: "a.go", before: "x\n", after: "y\n", path: "a.go", want: "note: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				root, cwd := repository(t)
				file := filepath.Join(root, tt.file)
				if tt.before != "" {
					write(t, file, tt.before)
				}
				d := &differ{cwd: cwd, maxBytes: 1000}
				arguments := strings.ReplaceAll(tt.arguments, "%s", root)
				result, err := d.around(t.Context(), json.RawMessage(arguments), func() (json.RawMessage, error) {
					before := tt.before
					if tt.beside != "" {
						before = tt.beside
					}
					write(t, file, tt.after)
					if tt.later != "" {
						write(t, file, tt.later)
					}
					return editResult(tt.path, before, tt.after), nil
				})
				if err != nil {
					t.Fatal(err)
				}
				got, ok := detailsOf(t, result)
				note, wantsNote := strings.CutPrefix(tt.want, "note: ")
				switch {
				case tt.want == "":
					if ok {
						t.Errorf("%+v", got)
					}
				case wantsNote:
					if got.Diff != "" || !strings.Contains(got.Note, note) || strings.Contains(got.Note, "\n") || got.Note == "" {
						t.Errorf("%+v, want a note with %q", got, note)
					}
				case !strings.Contains(got.Diff, tt.want) || got.Patch == "" || got.FirstChangedLine != 1 || got.Note != "":
					t.Errorf("%+v, want %q", got, tt.want)
				}
			})
		})
	}
}

func TestASymbolNamedAloneIsLookedUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		root, cwd := repository(t)
		write(t, filepath.Join(root, "a.go"), "x\n")
		d := &differ{cwd: cwd, maxBytes: 1000, locate: func(_ context.Context, symbol string) []string {
			return map[string][]string{"Open": {"a.go", "b.go"}}[symbol]
		}}
		result, err := d.around(t.Context(), json.RawMessage(`{"symbol":"Open"}`), func() (json.RawMessage, error) {
			write(t, filepath.Join(root, "a.go"), "y\n")
			return editResult("a.go", "x\n", "y\n"), nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := detailsOf(t, result); got.FirstChangedLine != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func TestParallelEditsOfOneFileHaveTheirOwnDiffs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, cwd := repository(t)
		file := filepath.Join(cwd, "a.go")
		write(t, file, "")
		d := &differ{cwd: cwd, maxBytes: 1 << 20}
		const edits = 20
		var all sync.WaitGroup
		for n := range edits {
			all.Go(func() {
				line := fmt.Sprintf("line %d\n", n)
				result, err := d.around(t.Context(), json.RawMessage(`{"file":"a.go"}`), func() (json.RawMessage, error) {
					before, err := os.ReadFile(file)
					if err != nil {
						return nil, err
					}
					after := string(before) + line
					write(t, file, after)
					hash := sha256.Sum256(before)
					return fmt.Appendf(nil, `{"structuredContent":{"files":[{"path":"sub/a.go","sha256_before":"%x","sha256_after":%q}]}}`, hash, sum(after)), nil
				})
				if err != nil {
					t.Error(err)
					return
				}
				got, _ := detailsOf(t, result)
				if strings.Count(got.Patch, "\n+") != 2 || !strings.Contains(got.Patch, "+"+line) { // its line, and the header
					t.Errorf("edit %d: %+v", n, got)
				}
			})
		}
		all.Wait()
		if d.locks.Held() != 0 {
			t.Errorf("%d locks are left", d.locks.Held())
		}
	})
}

func TestSeveralFilesHaveTheirDiffsOneAfterTheOther(t *testing.T) {
	t.Parallel()
	got := joined([]fileDiff{{Path: "a", Diff: "+1 x", Patch: "pa\n", FirstChangedLine: 1}, {Path: "b", Note: "no diff: b"}, {Path: "c", Diff: "+9 y", Patch: "pc\n", FirstChangedLine: 9}})
	want := diffDetails{Diff: "a\n+1 x\nc\n+9 y", Patch: "pa\npc\n", FirstChangedLine: 1, Note: "no diff: b", Files: got.Files}
	if diff := cmp.Diff(want, got); diff != "" || len(got.Files) != 3 {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWhatIsNoEditAnswerGoesThroughAsItCame(t *testing.T) {
	t.Parallel()
	d := &differ{cwd: t.TempDir(), maxBytes: 1000}
	for _, result := range []string{`{"content":[],"isError":true}`, `{"content":[],"structuredContent":{"status":"refused"}}`, `{"structuredContent":[1]}`, `7`} {
		got, err := d.around(t.Context(), json.RawMessage(`{"file":"a"}`), func() (json.RawMessage, error) { return json.RawMessage(result), nil })
		if err != nil || string(got) != result {
			t.Errorf("%s became %s, %v", result, got, err)
		}
	}
}

func TestOfFilesWithTheSameContentTheWrittenOneIsCompared(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		root, cwd := repository(t)
		for _, dir := range []string{root, cwd} { // a.go below both: the name alone does not tell
			write(t, filepath.Join(dir, "a.go"), "x\n")
		}
		d := &differ{cwd: cwd, maxBytes: 1000}
		for _, dir := range []string{cwd, root} {
			result, err := d.around(t.Context(), json.RawMessage(`{"file":"a.go"}`), func() (json.RawMessage, error) {
				write(t, filepath.Join(dir, "a.go"), "y\n")
				return editResult("a.go", "x\n", "y\n"), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := detailsOf(t, result); got.FirstChangedLine != 1 {
				t.Errorf("%s: %+v", dir, got)
			}
			write(t, filepath.Join(dir, "a.go"), "x\n")
		}
	})
}

func TestASymlinkAndItsTargetAreOneFile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		root, cwd := repository(t)
		write(t, filepath.Join(root, "a.go"), "x\n")
		if err := os.Symlink(filepath.Join("..", "a.go"), filepath.Join(cwd, "link.go")); err != nil {
			t.Fatal(err)
		}
		d := &differ{cwd: cwd, maxBytes: 1000}
		byLink, byName := d.named(t.Context(), json.RawMessage(`{"file":"link.go"}`)), d.named(t.Context(), json.RawMessage(`{"file":"a.go"}`))
		target := realPath(filepath.Join(root, "a.go"))
		if !slices.Contains(byLink, target) || !slices.Contains(byName, target) {
			t.Errorf("%v and %v", byLink, byName)
		}
	})
}
