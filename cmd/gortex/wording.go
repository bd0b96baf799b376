package main

import (
	"strconv"
	"strings"
	"unicode"
)

// count says how many there are: "1 file", "2 files".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// shown is a name, or a reason, as one line: quoted where it holds what would break the
// line, or would tell the terminal something.
func shown(name string) string {
	if strings.ContainsFunc(name, unicode.IsControl) {
		return strconv.Quote(name)
	}
	return name
}
