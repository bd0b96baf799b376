package config

import (
	"fmt"
	"strings"
	"time"
)

// Value is one setting in force.
type Value struct {
	Key    string `json:"key"`
	Value  string `json:"value"`  // in the form that a file or a variable would give it
	Origin string `json:"origin"` // "default", the name of a variable, or "file:line"
}

// Values returns every setting in force and the layer it came from, in the order of the
// documentation.
func (c Config) Values() []Value {
	values := make([]Value, len(table))
	for i, r := range table {
		values[i] = Value{r.Key, r.show(&c), c.Origin[r.Key]}
	}
	return values
}

// shortDuration drops the parts that are nothing: 10m instead of 10m0s.
func shortDuration(d time.Duration) string {
	if d == 0 {
		return "0"
	}
	s := d.String()
	for _, nothing := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(s, nothing) {
			s = s[:len(s)-2]
		}
	}
	return s
}

// shortSize takes the largest unit that divides n.
func shortSize(n int64) string {
	for _, unit := range []struct {
		bytes int64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n != 0 && n%unit.bytes == 0 {
			return fmt.Sprintf("%d %s", n/unit.bytes, unit.name)
		}
	}
	return fmt.Sprint(n)
}
