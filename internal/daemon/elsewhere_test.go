package daemon_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/hooks"
)

// worktrees are two of one repository, tracked, in which Alpha stands and is used on other lines.
func worktrees(t *testing.T) (p place, c *client.Client, parent string) {
	t.Helper()
	p = newPlace(t)
	inProcess(t, p, nil)
	c, err := client.Dial(t.Context(), p.running())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	parent = filepath.Join(filepath.Dir(p.home), "trees")
	first, second := filepath.Join(parent, "wt"), filepath.Join(parent, "wt2")
	write(t, filepath.Join(first, "a.go"), "package a\n\nfunc Alpha() {}\n\nfunc inFirst() { Alpha() }\n")
	git(t, first, "init", "-q")
	git(t, first, "add", "-A")
	git(t, first, "commit", "-qm", "a")
	git(t, first, "worktree", "add", "-q", second)
	write(t, filepath.Join(second, "a.go"), "package a\n\n// Moved.\n\nfunc Alpha() {}\n\nfunc inSecond() { Alpha() }\n")
	for _, root := range []string{first, second} {
		if _, err := c.Track(t.Context(), root, nil); err != nil {
			t.Fatal(err)
		}
	}
	return p, c, parent
}

var offered = regexp.MustCompile("`(search|read|relations) ({[^`]*})`")

// follow makes the calls that a reason offers, in a session of the same folder, and returns what they say.
func (p place) follow(t *testing.T, cwd, reason string) (answers []string) {
	t.Helper()
	peer := p.session(t, cwd)
	defer peer.Close()
	for _, call := range offered.FindAllStringSubmatch(reason, -1) {
		result, err := peer.CallTool(t.Context(), call[1], json.RawMessage(call[2]), nil)
		if err != nil || result.IsError {
			t.Fatalf("%s: %+v, %v", call[0], result, err)
		}
		answers = append(answers, call[0]+"\n"+result.Content[0].Text)
	}
	return answers
}

func TestADenialOverAnotherRepositoryNamesThatOne(t *testing.T) {
	t.Parallel()
	p, c, parent := worktrees(t)
	first, second := filepath.Join(parent, "wt"), filepath.Join(parent, "wt2")
	for _, tt := range []struct {
		rule, cwd, command string
		shown              string   // in the reason
		of                 []string // what the answer of any call has one of
		not                []string
	}{
		{"the session's own", second, "grep -rn Alpha .", "\na.go:5 function Alpha", []string{"\t5\t5\t", "inSecond"}, []string{"inFirst"}},
		{"another worktree", second, "grep -rn Alpha ../wt", "\n" + first + "/a.go:3 function Alpha", []string{"\t3\t3\t", "inFirst"}, []string{"inSecond"}},
		{"the other way", first, "rg Alpha " + second, "\n" + second + "/a.go:5 function Alpha", []string{"\t5\t5\t", "inSecond"}, []string{"inFirst"}},
		{"its file", second, "cat ../wt/a.go", first + "/a.go is indexed", []string{"inFirst", "func Alpha"}, []string{"inSecond", "Moved"}},
		{"from above, one of them", parent, "grep -rn Alpha wt", "\n" + first + "/a.go:3 function Alpha", []string{"\t3\t3\t", "inFirst"}, []string{"inSecond"}},
		{"from above, the other", parent, "cat wt2/a.go", second + "/a.go is indexed", []string{"inSecond", "func Alpha"}, []string{"inFirst"}},
		{"after a change of folder", second, "cd ../wt && rg Alpha", "\n" + first + "/a.go:3 function Alpha", []string{"\t3\t3\t", "inFirst"}, []string{"inSecond"}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			d := p.decide(t, c, bash(tt.cwd, tt.command))
			if !d.Block || !strings.Contains(d.Reason, tt.shown) {
				t.Fatalf("%+v; want %q", d, tt.shown)
			}
			answers := p.follow(t, tt.cwd, d.Reason)
			if len(answers) < 2 {
				t.Errorf("offers too little: %s", d.Reason)
			}
			for _, answer := range answers {
				if !anyOf(answer, tt.of) || anyOf(answer, tt.not) {
					t.Errorf("answers from elsewhere: %s", answer)
				}
			}
		})
	}
}

func anyOf(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

func TestWhatNoOneCallAnswersPasses(t *testing.T) {
	t.Parallel()
	p, c, parent := worktrees(t)
	for rule, ask := range map[string]client.HookRequest{
		"several repositories at once":    bash(parent, "grep -rn Alpha wt wt2"),
		"all below a folder":              bash(parent, "grep -rn Alpha ."),
		"a listing of another repository": call(filepath.Join(parent, "wt2"), "Glob", map[string]any{"pattern": "**/*.go", "path": filepath.Join(parent, "wt")}),
	} {
		if d := p.decide(t, c, ask); d != (hooks.Decision{}) {
			t.Errorf("%s: %+v", rule, d)
		}
	}
}

// A name that is a part of many others is looked for in them too.
func TestAShortNameInsideManyPasses(t *testing.T) {
	t.Parallel()
	p, c, repo := working(t)
	write(t, filepath.Join(repo, "new.go"), "package store\n\nfunc New() {}\n\nfunc NewA() {}\n\nfunc NewB() {}\n\nfunc NewC() {}\n\nfunc RenewNew() {}\n")
	eventually(t, "a whole word is answered", func() bool {
		return strings.Contains(p.decide(t, c, bash(repo, "rg -w New")).Reason, "new.go:3")
	})
	if d := p.decide(t, c, bash(repo, "rg New")); d != (hooks.Decision{}) {
		t.Errorf("%+v", d)
	}
}

// A repository whose folder is gone takes the briefing away from no other.
func TestAParentFolderIsBriefedOnWhatIsThere(t *testing.T) {
	t.Parallel()
	_, c, parent := worktrees(t)
	if err := os.RemoveAll(filepath.Join(parent, "wt2")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the missing one is a remark", func() bool {
		brief, err := c.Brief(t.Context(), client.BriefRequest{CWD: parent})
		text := brief.Text
		return err == nil && strings.Contains(text, "could not be read") && strings.Contains(text, "1 repository below this folder") && strings.Contains(text, " ready: 1 file")
	})
}

// TestAWorkTreeAddedLaterAnswersFromItsOwnFiles: who works in it has nothing to do for that.
func TestAWorkTreeAddedLaterAnswersFromItsOwnFiles(t *testing.T) {
	t.Parallel()
	p, c, parent := worktrees(t)
	first := filepath.Join(parent, "wt")
	for _, added := range []string{filepath.Join(parent, "third"), filepath.Join(first, ".trees", "fourth")} {
		git(t, first, "worktree", "add", "-q", "--detach", added)
		write(t, filepath.Join(added, "a.go"), "package a\n\n\nfunc Alpha() {}\n\nfunc inThis() { Alpha() }\n")
		b, err := c.Brief(t.Context(), client.BriefRequest{CWD: added, Session: added, Tools: hooks.Tools{"search": "search"}})
		if err != nil || strings.Contains(b.Text, "gortex track") || b.Untracked != "" {
			t.Errorf("%+v, %v", b, err)
		}
		for _, answer := range p.follow(t, added, "`search {\"query\":\"Alpha\"}` `relations {\"operation\":\"usages\",\"symbol\":\"a.go::Alpha\"}`") {
			if !strings.Contains(answer, "\t4\t4\t") && !strings.Contains(answer, "inThis") || strings.Contains(answer, "inFirst") {
				t.Errorf("in %s: %s", added, answer)
			}
		}
	}
	for _, answer := range p.follow(t, first, "`search {\"query\":\"inThis\"}`") {
		if !strings.Contains(answer, "total=0") {
			t.Errorf("the first tree answers from another: %s", answer)
		}
	}
}

// TestAnUntrackedWorkTreeIsToldAsSuch: the repository around it does not answer for it.
func TestAnUntrackedWorkTreeIsToldAsSuch(t *testing.T) {
	t.Parallel()
	p, c, parent := worktrees(t)
	first := filepath.Join(parent, "wt")
	inside := filepath.Join(first, ".trees", "inside")
	git(t, first, "worktree", "add", "-q", "--detach", inside)
	brief := func() string {
		t.Helper()
		b, err := c.Brief(t.Context(), client.BriefRequest{CWD: inside})
		if err != nil {
			t.Fatal(err)
		}
		return b.Text
	}
	if text := brief(); strings.Contains(text, "gortex track") {
		t.Fatalf("it is not followed: %s", text)
	}
	if _, err := c.Untrack(t.Context(), inside); err != nil {
		t.Fatal(err)
	}
	if text := brief(); !strings.Contains(text, "gortex track "+inside) {
		t.Errorf("the briefing says: %s", text)
	}
	facts := doctor.Look(t.Context(), doctor.Options{Dirs: p.running().Dirs, CWD: inside})
	if check := doctor.Tracked(facts); check.OK || check.Mend != "gortex init "+inside {
		t.Errorf("the doctor says: %+v", check)
	}
	if d := p.decide(t, c, bash(inside, "grep -rn Alpha .")); d != (hooks.Decision{}) {
		t.Errorf("a search in it is answered: %+v", d)
	}
	peer := p.session(t, inside)
	defer peer.Close()
	result, err := peer.CallTool(t.Context(), "search", json.RawMessage(`{"query":"Alpha"}`), nil)
	if err != nil || !result.IsError || !strings.Contains(result.Content[0].Text, "Nothing is indexed at "+inside+": run `gortex track "+inside+"`") {
		t.Errorf("a session in it is answered: %+v, %v", result, err)
	}
}
