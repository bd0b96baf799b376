package daemon

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/gortexhq/gortex/internal/hooks"
)

// Glob matches the part of the pattern below its last plain folder against the
// indexed paths there.
func (g *graph) Glob(pattern string, limit int) []hooks.File {
	base, rest := splitGlob(pattern)
	v, rel, _ := g.at(base)
	if v == nil {
		return nil
	}
	segments := strings.Split(rest, "/")
	last := segments[len(segments)-1]
	var files []hooks.File
	for f := range v.snapshot.Below(rel) {
		if len(files) == limit || g.ctx.Err() != nil {
			break
		}
		if last != "**" && !hooks.MatchSegment(last, path.Base(f.Path)) {
			continue // most files end here, without being cut up
		}
		if below := strings.TrimPrefix(f.Path, rel+"/"); hooks.MatchSegments(segments, strings.Split(below, "/")) {
			if _, err := os.Lstat(filepath.Join(v.root, filepath.FromSlash(f.Path))); err == nil {
				files = append(files, v.file(f, false))
			}
		}
	}
	return files
}

// splitGlob cuts a pattern in front of its first segment that is one.
func splitGlob(pattern string) (base, rest string) {
	segments := strings.Split(filepath.ToSlash(pattern), "/")
	for i, s := range segments {
		if strings.ContainsAny(s, `*?[{\`) {
			return "/" + path.Join(segments[:i]...), strings.Join(segments[i:], "/")
		}
	}
	return path.Dir(pattern), path.Base(pattern)
}
