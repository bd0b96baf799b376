package hookstest

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/hooks"
)

// Case is one line of a case file: envelopes in order, and what each must be decided to be.
type Case struct {
	ID      string        `json:"id"`
	Why     string        `json:"why"`
	Posture hooks.Posture `json:"posture"`
	Index   string        `json:"index"` // ready, untracked, or down: no daemon at all
	Steps   []struct {
		In     json.RawMessage `json:"in"`
		Expect Expect          `json:"expect"`
	} `json:"steps"`
}

// Expect is a decision and what its text must and must not name. "pass" is anything but a block.
type Expect struct {
	Decision string   `json:"decision"`
	Names    []string `json:"names"`
	Lacks    []string `json:"lacks"`
}

// Cases reads a case file.
func Cases(t testing.TB, file string) (out []Case) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var c Case
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, c)
	}
	return out
}

// Play sends the steps of a case through decide, with {REPO} replaced by repo and session ids made the case's own.
func (c Case) Play(t testing.TB, repo string, decide func(envelope []byte) hooks.Decision) {
	t.Helper()
	for i, step := range c.Steps {
		text := strings.ReplaceAll(string(step.In), "{REPO}", repo)
		text = strings.ReplaceAll(text, `"session_id": "`, `"session_id": "`+c.ID+"-")
		step.Expect.check(t, i+1, c.Why, decide([]byte(text)))
	}
}

func (e Expect) check(t testing.TB, step int, why string, d hooks.Decision) {
	t.Helper()
	got, text := "none", d.AdditionalContext
	switch {
	case d.Block:
		got, text = "block", d.Reason
	case text != "":
		got = "guide"
	}
	if got != e.Decision && (e.Decision != "pass" || got == "block") {
		t.Errorf("step %d (%s): got %s, want %s\n%s", step, why, got, e.Decision, text)
	}
	Text(t, text, e.Names, e.Lacks)
}

// Text fails where a name is missing in a text, or one is there that must not be.
func Text(t testing.TB, text string, names, lacks []string) {
	t.Helper()
	for _, name := range names {
		if !strings.Contains(text, name) {
			t.Errorf("%q is not named in\n%s", name, text)
		}
	}
	for _, name := range lacks {
		if strings.Contains(text, name) {
			t.Errorf("%q is named in\n%s", name, text)
		}
	}
}
