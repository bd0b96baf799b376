package main

import (
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/status.txt")

// testdata/status.json is what a daemon says of repositories in each state; status.txt is
// what a person sees of it.
func TestAStatusAtAGlance(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/status.json")
	if err != nil {
		t.Fatal(err)
	}
	var s status
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	render := func(color bool) string {
		g := glance{now: time.Date(2026, 1, 2, 15, 4, 5, 0, time.UTC), home: "/home/me", color: color}
		g.status(s)
		return g.String()
	}
	got := render(false)
	if *update {
		if err := os.WriteFile("testdata/status.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/status.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
	for line := range strings.Lines(got) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if strings.Contains(got, "\x1b") {
		t.Error("it is colored")
	}
	if colored := render(true); !strings.Contains(colored, "\x1b[32m●\x1b[0m") || !strings.Contains(colored, "\x1b[31m✗\x1b[0m") || !strings.Contains(colored, "\x1b[33m◐\x1b[0m") {
		t.Error("it is not colored")
	}
}

func TestDurationsAreShort(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{-time.Second: "0 s", 59 * time.Second: "59 s", 90 * time.Second: "1 min", 3 * time.Hour: "3 h", 50 * time.Hour: "2 days"} {
		if got := short(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
	if got := thousands(1234567, "symbol") + thousands(1, "file") + thousands(1000, "edge"); got != "1,234,567 symbols1 file1,000 edges" {
		t.Error(got)
	}
}
