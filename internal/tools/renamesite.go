package tools

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/tools/code"
)

// What stands around a name in masked code, where the graph has no use of it.

// written is what comes in a site's place. In { total } the name is a key as well, which
// others ask for: it stays, with the new name behind it.
func (r *renaming) written(s site) string {
	if r.language == "typescript" && !r.member() && r.shorthand(s) {
		return r.old + ": " + r.name
	}
	return r.name
}

// shorthand: a key of an object that is its value too.
func (r *renaming) shorthand(s site) bool {
	masked := r.masked[s.path]
	open := opener(masked, s.at)
	return r.key(s) && after(masked, s.at+len(r.old)) != ':' && open >= 0 && masked[open] == '{' && !r.imported(s) && !inImport(masked[:s.at], r.language)
}

// closes: the tag at the end of an element that one of the sites before it opens.
func (r *renaming) closes(s site) bool {
	masked := r.masked[s.path]
	return tag(masked, s.at, "</") && slices.ContainsFunc(r.sites, func(o site) bool { return o.path == s.path && tag(masked, o.at, "<") })
}

// tag: a name, or the last of several with dots, right behind what begins a tag.
func tag(masked []byte, at int, begin string) bool {
	for at > 0 && (code.Letter(masked[at-1]) || masked[at-1] == '.') {
		at--
	}
	return bytes.HasSuffix(masked[:at], []byte(begin))
}

func after(masked []byte, at int) byte {
	if rest := bytes.TrimLeft(masked[at:], " \t\r\n"); len(rest) > 0 {
		return rest[0]
	}
	return 0
}

// opener is where the bracket is that a place stands in, or -1.
func opener(masked []byte, at int) int {
	depth := 0
	for at--; at >= 0; at-- {
		switch masked[at] {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth == 0 {
				return at
			}
			depth--
		}
	}
	return -1
}

// again: one definition more of what is renamed, which the graph has once: an overload of
// TypeScript's, beside the definition, or the property that a decorator of Python's names.
func (r *renaming) again(s site) bool {
	masked := r.masked[s.path]
	before := bytes.TrimRight(masked[:s.at], " \t")
	switch {
	case r.language == "python" && r.member():
		return bytes.HasSuffix(before, []byte("@")) && accessor().Match(masked[s.at+len(r.old):]) && r.defines(s.path, s.line)
	case r.language != "typescript" || r.member() == bytes.HasSuffix(before, []byte("function")):
		return false
	case r.member() && (bytes.HasSuffix(before, []byte(".")) || bytes.IndexByte([]byte("(<?"), after(masked, s.at+len(r.old))) < 0):
		return false
	}
	scope := opener(masked, s.at)
	for _, sym := range r.family {
		if sym.Path == s.path && opener(masked, r.read[s.path].starts[sym.Line-1]+sym.Column-1) == scope {
			return true
		}
	}
	return false
}

// takenOut: const { total } = await import("./m"), or of a require.
func (r *renaming) takenOut(s site) bool {
	masked := r.masked[s.path]
	if r.language != "typescript" || r.member() || !r.key(s) {
		return false
	}
	end := bytes.IndexByte(masked[s.at:], '}')
	return end >= 0 && loading().Match(masked[s.at+end+1:])
}

// bindsOther: the file has something else of that name from another module.
func (r *renaming) bindsOther(file string) bool {
	for _, b := range r.repo.snap.Bindings(file) {
		if b.Name == r.old && (b.To == "" || !r.gives(b.To, 0)) {
			return true
		}
	}
	return false
}

// defines: on this line, its decorators included, or the next begins a definition that is meant.
func (r *renaming) defines(file string, line int) bool {
	for _, l := range []int{line, line + 1} {
		if sym, ok := r.repo.snap.SymbolAt(file, l); ok {
			if _, ours := r.family[sym.ID]; ours {
				return true
			}
		}
	}
	return false
}

var (
	byText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(getattr|setattr|hasattr|delattr|attrgetter|methodcaller)\s*\([^()]*$`)
	})
	typeAsText = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(cast|ForwardRef|TypeVar)\s*\([^()]*$|(:|->|\||[\w\]]\[)\s*$`)
	})
	accessor  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.(setter|getter|deleter)\b`) })
	loading   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*=\s*(await\s+)?(import|require)\s*\(`) })
	directive = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^//(go:linkname|export) `) })
)

// meant says why a name in a comment or a text is more than a mention, or "".
func (r *renaming) meant(s site) string {
	text, masked := r.read[s.path].text, r.masked[s.path]
	end := s.at + len(r.old)
	if r.language == "go" {
		if directive().MatchString(s.before) {
			return "a directive for the compiler names it"
		}
		return ""
	}
	open := bytes.LastIndexAny(masked[:s.at], "\"'`\n")
	if open < 0 || masked[open] == '\n' || end >= len(text) {
		return ""
	}
	before := masked[bytes.LastIndexByte(masked[:open], '\n')+1 : open]
	alone := open == s.at-1 && text[end] == text[open]
	switch {
	case alone && r.member() && r.language == "python" && byText().Match(before):
		return "reached by its name as a text"
	case alone && r.member() && r.language == "typescript" && indexes(before) && after(masked, end+1) == ']':
		return "reached by its name as a text"
	case r.sym.Kind == lang.Class && r.language == "python" && typeAsText().Match(before):
		return "a type written as a text"
	}
	return ""
}

// indexes: code that ends where an index begins.
func indexes(before []byte) bool {
	before, opens := bytes.CutSuffix(bytes.TrimRight(before, " \t"), []byte("["))
	return opens && len(before) > 0 && (code.Letter(before[len(before)-1]) || bytes.IndexByte([]byte(")]?."), before[len(before)-1]) >= 0)
}

func keyword(masked []byte, at int) bool {
	rest := bytes.TrimLeft(masked[at:min(len(masked), at+40)], " \t")
	return len(rest) > 1 && rest[0] == '=' && rest[1] != '='
}

// key: name: value, or name alone, right in braces.
func (r *renaming) key(s site) bool {
	masked := r.masked[s.path]
	after := bytes.TrimLeft(masked[s.at+len(r.old):min(len(masked), s.at+len(r.old)+200)], " \t\r\n?")
	before := bytes.TrimRight(masked[max(0, s.at-200):s.at], " \t\r\n")
	if len(after) == 0 || len(before) == 0 {
		return false
	}
	opens := before[len(before)-1] == '{' || before[len(before)-1] == ',' || before[len(before)-1] == ';'
	return opens && (after[0] == ':' || after[0] == ',' || after[0] == '}' || after[0] == '=')
}

// inReach says whether a file is the definition's own, or imports it.
func (r *renaming) inReach(p string) bool {
	if p == r.sym.Path || r.language == "go" && path.Dir(p) == path.Dir(r.sym.Path) {
		return true
	}
	for _, b := range r.repo.snap.Bindings(p) {
		if b.To != "" && r.gives(b.To, 0) {
			return true
		}
	}
	return false
}

// gives says whether a module is the definition's, or hands it on.
func (r *renaming) gives(module string, depth int) bool {
	if module == r.sym.Path {
		return true
	}
	if depth > 8 {
		return false
	}
	for _, b := range r.repo.snap.Bindings(module) {
		if b.To != "" && (b.Name == r.old || b.Name == "*") && (b.Reexport || r.language == "python") && r.gives(b.To, depth+1) {
			return true
		}
	}
	return false
}

// imported says whether a word stands in an import or a re-export of the symbol.
func (r *renaming) imported(s site) bool {
	if r.language == "go" || r.member() || !r.binds(s.path, r.old) {
		return false
	}
	return inImport(r.masked[s.path][:s.at], r.language) || r.takenOut(s) && !r.bindsOther(s.path)
}

// binds says whether a file imports a name from where the symbol comes from; "" is a module
// that is loaded without a name.
func (r *renaming) binds(file, name string) bool {
	for _, b := range r.repo.snap.Bindings(file) {
		if b.Name == name && b.To != "" && r.gives(b.To, 0) {
			return true
		}
	}
	return false
}

var importWord = sync.OnceValue(func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{"typescript": regexp.MustCompile(`\b(import|export)\b`), "python": regexp.MustCompile(`\bimport\b`)}
})

func inImport(before []byte, language string) bool {
	before = before[max(0, len(before)-20_000):]
	all := importWord()[language].FindAllIndex(before, -1)
	if len(all) == 0 {
		return false
	}
	between := before[all[len(all)-1][1]:]
	if language == "python" {
		return !bytes.ContainsAny(between, ")=") && (!bytes.Contains(between, []byte("\n")) || bytes.Contains(between, []byte("(")))
	}
	return !bytes.ContainsAny(between, ";}()=")
}
