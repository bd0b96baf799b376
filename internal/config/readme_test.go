package config_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/config"
)

var update = flag.Bool("update", false, "write the table of settings into the README")

// The README's table of settings is made from the one table there is.
func TestTheREADMEListsEverySetting(t *testing.T) {
	const readme, begin, end = "../../README.md", "<!-- settings -->\n", "<!-- /settings -->"
	src, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(src), begin)
	got, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("the README has no %q … %q", begin, end)
	}
	var want strings.Builder
	want.WriteString("\n| key | environment | in a project | default | |\n|---|---|---|---|---|\n")
	for _, k := range config.Keys() {
		project := "yes"
		if !k.Project {
			project = "**refused**"
		}
		fmt.Fprintf(&want, "| `%s` | %s | %s | %s | %s |\n", k.Key, code(k.Env), project, code(k.Default), k.Doc)
	}
	want.WriteString("\n")
	if *update {
		if err := os.WriteFile(readme, []byte(before+begin+want.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != want.String() {
		t.Errorf("the README's settings are not those of the code; run go test ./internal/config -update")
	}
}

func code(s string) string {
	if s == "" {
		return ""
	}
	return "`" + s + "`"
}
