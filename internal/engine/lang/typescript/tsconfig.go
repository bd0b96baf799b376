package typescript

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// config is what a tsconfig.json says of module names.
type config struct {
	base    string // folder that names are relative to, or "" where baseUrl is not set
	hasBase bool
	dir     string // folder that paths are relative to without a base
	paths   map[string][]string
}

// maxExtends ends a circle of tsconfigs.
const maxExtends = 8

// config returns the nearest tsconfig.json's or jsconfig.json's, up from dir, or nil.
func (r *resolver) config(dir string) *config {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.configAt(dir)
}

func (r *resolver) configAt(dir string) *config {
	if c, seen := r.configs[dir]; seen {
		return c
	}
	var c *config
	for _, name := range []string{"tsconfig.json", "jsconfig.json"} {
		if c == nil {
			c = r.readConfig(path.Join(dir, name), 0)
		}
	}
	if c == nil && dir != "." {
		c = r.configAt(path.Dir(dir))
	}
	r.configs[dir] = c
	return c
}

func (r *resolver) readConfig(p string, depth int) *config {
	if depth > maxExtends || !slices.Contains(r.files.Named(path.Base(p)), p) {
		return nil
	}
	src, err := r.files.Read(p)
	if err != nil {
		return nil
	}
	var read struct {
		Extends         json.RawMessage
		CompilerOptions struct {
			BaseURL *string `json:"baseUrl"`
			Paths   map[string][]string
		}
	}
	if json.Unmarshal(plainJSON(src), &read) != nil {
		return &config{dir: path.Dir(p)}
	}
	c := &config{dir: path.Dir(p)}
	for _, e := range extended(read.Extends) {
		if up := r.extends(p, e, depth); up != nil {
			c.inherit(up)
		}
	}
	if b := read.CompilerOptions.BaseURL; b != nil {
		c.base, c.hasBase = path.Join(path.Dir(p), *b), true
	}
	if read.CompilerOptions.Paths != nil {
		c.paths, c.dir = read.CompilerOptions.Paths, path.Dir(p)
	}
	return c
}

func (c *config) inherit(up *config) {
	if up.hasBase {
		c.base, c.hasBase = up.base, true
	}
	if up.paths != nil {
		c.paths, c.dir = up.paths, up.dir
	}
}

// extended reads "extends": one file or several.
func extended(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil && one != "" {
		return []string{one}
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	return nil
}

// extends reads the configuration that one builds on, where it is a file here.
func (r *resolver) extends(p, name string, depth int) *config {
	if !strings.HasPrefix(name, ".") {
		return nil
	}
	full := path.Join(path.Dir(p), name)
	if up := r.readConfig(full, depth+1); up != nil {
		return up
	}
	if up := r.readConfig(full+".json", depth+1); up != nil {
		return up
	}
	return r.readConfig(path.Join(full, "tsconfig.json"), depth+1)
}

// candidates returns the paths that a name may mean, the most exact pattern first.
func (c *config) candidates(module string) []string {
	var all []string
	root := c.dir
	if c.hasBase {
		root = c.base
	}
	best, longest := []string(nil), -1
	star := ""
	for pattern, targets := range c.paths {
		before, after, wild := strings.Cut(pattern, "*")
		switch {
		case !wild && pattern == module:
			best, longest, star = targets, 1<<30, ""
		case wild && len(before) > longest && len(module) >= len(before)+len(after) &&
			strings.HasPrefix(module, before) && strings.HasSuffix(module, after):
			best, longest, star = targets, len(before), module[len(before):len(module)-len(after)]
		}
	}
	for _, t := range best {
		all = append(all, path.Join(root, strings.Replace(t, "*", star, 1)))
	}
	if c.hasBase {
		all = append(all, path.Join(c.base, module))
	}
	return all
}

// plainJSON takes comments and trailing commas out of a tsconfig.
func plainJSON(src []byte) []byte {
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			end := stringEnd(src, i)
			out = append(out, src[i:end]...)
			i = end - 1
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			end := strings.Index(string(src[i+2:]), "*/")
			if end < 0 {
				return out
			}
			i += end + 3
		case c == '}' || c == ']':
			for len(out) > 0 && strings.IndexByte(" \t\r\n,", out[len(out)-1]) >= 0 {
				out = out[:len(out)-1]
			}
			out = append(out, c)
		default:
			out = append(out, c)
		}
	}
	return out
}

// stringEnd returns the index behind the string that begins at i.
func stringEnd(src []byte, i int) int {
	for j := i + 1; j < len(src); j++ {
		switch src[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(src)
}
