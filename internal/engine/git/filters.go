package git

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// WithoutFilters returns c with every content filter switched off that the configuration
// has. A command that looks at the work tree needs it: git hands each file whose times
// differ from the index's to its filter.
func (c Command) WithoutFilters(ctx context.Context) (Command, error) {
	configured, err := c.filters(ctx)
	if err != nil || len(configured) == 0 {
		return c, err
	}
	c.Settings = append(slices.Clone(c.Settings), switchedOff(configured)...)
	// A git before 2.31 does not know of settings in the environment.
	now, err := c.filters(ctx)
	if err != nil {
		return c, err
	}
	for _, off := range switchedOff(now) {
		if got := now[off.Key]; got != off.Value {
			return c, fmt.Errorf("git did not switch off the setting %s: git 2.31 or later does", off.Key)
		}
	}
	return c, nil
}

// filters are the settings of filters, each with the last of its values, which counts.
func (c Command) filters(ctx context.Context) (map[string]string, error) {
	out, err := c.Run(ctx, "config", "--null", "--get-regexp", `^filter\.`)
	if failure, ok := errors.AsType[*Failure](err); ok && failure.Code == 1 {
		return nil, nil // none
	} else if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for entry := range strings.SplitSeq(string(out), "\x00") {
		if key, value, given := strings.Cut(entry, "\n"); given {
			all[key] = value
		} else if key != "" {
			all[key] = "true" // what a setting without a value means
		}
	}
	return all, nil
}

func switchedOff(configured map[string]string) []Setting {
	var off []Setting
	for key := range configured {
		value := ""
		if strings.HasSuffix(key, ".required") {
			value = "false"
		}
		off = append(off, Setting{key, value})
	}
	return off
}
