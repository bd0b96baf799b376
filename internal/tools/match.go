package tools

import (
	"path"
	"strings"
)

// within says whether a path lies in a folder or is matched by a glob, where ** is
// any number of folders. A glob without a slash is matched against the base name.
func within(where, name string) bool {
	where = strings.TrimSuffix(strings.TrimPrefix(where, "./"), "/")
	if where == "" || where == "." {
		return true
	}
	if !strings.ContainsAny(where, "*?[{") {
		return name == where || strings.HasPrefix(name, where+"/")
	}
	for _, pattern := range braces(where) {
		if !strings.Contains(pattern, "/") {
			if ok, _ := path.Match(pattern, path.Base(name)); ok {
				return true
			}
		}
		if globbed(strings.Split(pattern, "/"), strings.Split(name, "/")) {
			return true
		}
	}
	return false
}

func globbed(pattern, name []string) bool {
	for len(pattern) > 0 {
		if pattern[0] == "**" {
			if len(pattern) == 1 {
				return true
			}
			for i := range name {
				if globbed(pattern[1:], name[i:]) {
					return true
				}
			}
			return false
		}
		if len(name) == 0 {
			return false
		}
		if ok, _ := path.Match(pattern[0], name[0]); !ok {
			return false
		}
		pattern, name = pattern[1:], name[1:]
	}
	return len(name) == 0
}

// braces writes out {a,b}, one level of it.
func braces(pattern string) []string {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		return []string{pattern}
	}
	end := strings.IndexByte(pattern[open:], '}')
	if end < 0 {
		return []string{pattern}
	}
	var all []string
	for alternative := range strings.SplitSeq(pattern[open+1:open+end], ",") {
		all = append(all, braces(pattern[:open]+alternative+pattern[open+end+1:])...)
	}
	return all
}
