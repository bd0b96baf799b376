package main

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/gortexhq/gortex/internal/doctor"
)

// count says how many there are: "1 file", "2 files".
func count(n int, what string) string { return doctor.Count(n, what) }

// shown is a name, or a reason, as one line: quoted where it holds what would break the
// line, or would tell the terminal something.
func shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}
