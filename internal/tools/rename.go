package tools

import (
	"bytes"
	"context"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/tools/code"
)

// A renaming accounts for every place where the old name stands as a word in the files
// of the symbol's language:
//
//	leads to the symbol or its family, and is sure      → renamed
//	leads to the symbol, by name alone or beside others → unsure
//	leads to something else, or is a local variable     → left
//	in a comment or a text                              → left, and mentioned
//
// The family of a method is what it overrides and what overrides it: they keep one
// name. With anything unsure nothing is written, unless forced.
type renaming struct {
	*call
	repo      *repository
	sym       engine.Symbol
	old, name string
	language  string
	family    map[string]engine.Symbol // by id
	read      map[string]*source       // by path
	masked    map[string][]byte        // by path
	sites     []site
	unsure    []site
	mentions  []site
}

var identifier = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL_$][\pL\pN_$]*$`) }) // costs every start a millisecond otherwise

// reserved words of the languages in which names can be changed.
var reserved = map[string][]string{
	"python":     strings.Fields("False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield"),
	"typescript": strings.Fields("break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with let static yield await"),
}

// ownOfGo are names at the top of a file that no use leads to.
var ownOfGo = map[string]bool{"init": true, "main": true}

func rename(ctx context.Context, c *call, f found) (*answer, error) {
	r := &renaming{call: c, repo: f.repo, sym: f.sym, old: f.sym.Name, name: c.args.text("name"), family: map[string]engine.Symbol{}, read: map[string]*source{}, masked: map[string][]byte{}}
	file, _ := f.repo.snap.File(f.sym.Path)
	r.language = family(file.Language)
	if err := r.allowed(); err != nil {
		return nil, err
	}
	r.gather()
	if err := r.account(ctx); err != nil {
		return nil, err
	}
	r.collisions()
	if err := r.captured(ctx); err != nil {
		return nil, err
	}
	return r.answer(ctx)
}

// family is the language with its dialects.
func family(language string) string {
	if language == "tsx" || language == "javascript" {
		return "typescript"
	}
	return language
}

func (r *renaming) allowed() error {
	id := r.repo.id(r.sym)
	switch {
	case r.name == "":
		return r.args.misused("refactor with operation rename needs `name`, the new name.")
	case !identifier().MatchString(r.name) || strings.Contains(r.name, "$") && r.language != "typescript" || r.language == "go" && (token.IsKeyword(r.name) || r.name == "_") || slices.Contains(reserved[r.language], r.name):
		return r.args.misused("%q is no name in %s.", r.name, r.language)
	case r.name == r.old:
		return r.args.misused("%s has that name already.", id)
	case r.language == "go" && !r.member() && (ownOfGo[r.name] || ownOfGo[r.old]):
		return refusef("init and main have a meaning of their own in Go: %s can't be renamed to %s.", id, r.name)
	case r.sym.Vendored || r.sym.Generated:
		return refusef("%s is vendored or generated: rename it where it comes from.", id)
	case !identifier().MatchString(r.old) || r.old == "default" || r.old == "constructor" || strings.HasPrefix(r.old, "__"):
		return refusef("%q has a meaning of its own in %s and can't be renamed.", r.old, r.language)
	case r.language != "go" && r.language != "python" && r.language != "typescript":
		return refusef("rename knows Go, TypeScript, JavaScript and Python, not %s: use `search` with operation text and `edit`.", r.language)
	}
	return nil
}

// gather finds the family.
func (r *renaming) gather() {
	r.family[r.sym.ID] = r.sym
	front := []engine.Symbol{r.sym}
	for _, sym := range r.repo.snap.Lookup(r.old) { // overloads, a property's setter, and what merges with it
		if _, seen := r.family[sym.ID]; !seen && sym.Path == r.sym.Path && sym.Qualified == r.sym.Qualified {
			r.family[sym.ID] = sym
			front = append(front, sym)
		}
	}
	if r.sym.Kind != lang.Method && r.sym.Kind != lang.Property && r.sym.Kind != lang.Field {
		return
	}
	for len(front) > 0 && len(r.family) < 1000 {
		sym := front[0]
		front = front[1:]
		for _, other := range append(r.repo.snap.Supertypes(sym.ID), r.repo.snap.Implementations(sym.ID)...) {
			if _, seen := r.family[other.ID]; !seen && other.Name == r.old {
				r.family[other.ID] = other
				front = append(front, other)
			}
		}
	}
}

// account looks at every word of the old name in the repository.
func (r *renaming) account(ctx context.Context) error {
	hits, _, err := r.repo.snap.Text(ctx, engine.TextQuery{Query: r.old, Word: true, Limit: 1 << 30})
	if err != nil {
		return r.failed(ctx, err)
	}
	last := ""
	for _, h := range hits {
		if h.Path == last {
			continue
		}
		last = h.Path
		if err := r.file(ctx, h.Path); err != nil {
			return err
		}
	}
	for _, sym := range r.family {
		if _, ok := r.siteOf(sym); !ok {
			r.doubt(site{path: sym.Path, line: sym.Line, column: sym.Column}, "its definition does not read as "+r.old)
		}
		if sym.Generated || sym.Vendored {
			r.doubt(site{path: sym.Path, line: sym.Line, column: sym.Column}, r.repo.id(sym)+" has the same name by an interface or a base, and is generated or vendored")
		}
	}
	r.outside()
	slices.SortFunc(r.sites, bySite)
	slices.SortFunc(r.unsure, bySite)
	return nil
}

func (r *renaming) siteOf(sym engine.Symbol) (site, bool) {
	for _, s := range r.sites {
		if s.path == sym.Path && s.line == sym.Line && s.column == sym.Column {
			return s, true
		}
	}
	return site{}, false
}

func (r *renaming) doubt(s site, why string) {
	if slices.ContainsFunc(r.unsure, func(u site) bool { return u.path == s.path && u.line == s.line && u.column == s.column }) {
		return
	}
	s.why = why
	if src := r.read[s.path]; s.before == "" && src != nil {
		s.before = strings.TrimSpace(src.line(s.line))
	}
	r.unsure = append(r.unsure, s)
}

// outside: what another module may ask for by this name.
func (r *renaming) outside() {
	if r.language != "go" || r.sym.Kind != lang.Method {
		return
	}
	known, ok := wellKnown[r.old]
	if p, readable := code.ParametersOf(r.sym.Signature, r.old, "go", true); ok && (!readable || p.Least == known.params && p.Most == known.params) {
		r.doubt(site{path: r.sym.Path, line: r.sym.Line, column: r.sym.Column}, "a method of this name may be what "+known.by+" asks for")
	}
}

// asked is an interface of Go's own library, and how many parameters its method has.
type asked struct {
	by     string
	params int
}

// wellKnown are methods by which Go's own library finds what implements its interfaces.
var wellKnown = map[string]asked{
	"String": {"fmt.Stringer", 0}, "GoString": {"fmt.GoStringer", 0}, "Format": {"fmt.Formatter", 2}, "Scan": {"fmt.Scanner", 2},
	"Error": {"error", 0}, "Unwrap": {"errors.Unwrap", 0}, "Is": {"errors.Is", 1}, "As": {"errors.As", 1},
	"Read": {"io.Reader", 1}, "Write": {"io.Writer", 1}, "Close": {"io.Closer", 0}, "Seek": {"io.Seeker", 2}, "ReadFrom": {"io.ReaderFrom", 1},
	"WriteTo": {"io.WriterTo", 1}, "ReadAt": {"io.ReaderAt", 2}, "WriteAt": {"io.WriterAt", 2}, "ReadByte": {"io.ByteReader", 0},
	"WriteByte": {"io.ByteWriter", 1}, "WriteString": {"io.StringWriter", 1},
	"Len": {"sort.Interface", 0}, "Less": {"sort.Interface", 2}, "Swap": {"sort.Interface", 2}, "Push": {"heap.Interface", 1}, "Pop": {"heap.Interface", 0},
	"ServeHTTP": {"http.Handler", 2}, "RoundTrip": {"http.RoundTripper", 1}, "Header": {"http.ResponseWriter", 0}, "WriteHeader": {"http.ResponseWriter", 1}, "Flush": {"http.Flusher", 0},
	"MarshalJSON": {"json.Marshaler", 0}, "UnmarshalJSON": {"json.Unmarshaler", 1}, "MarshalText": {"encoding.TextMarshaler", 0}, "UnmarshalText": {"encoding.TextUnmarshaler", 1},
	"Lock": {"sync.Locker", 0}, "Unlock": {"sync.Locker", 0}, "Deadline": {"context.Context", 0}, "Done": {"context.Context", 0}, "Err": {"context.Context", 0}, "Value": {"context.Context", 1},
	"Handle": {"slog.Handler", 2}, "Enabled": {"slog.Handler", 2}, "WithAttrs": {"slog.Handler", 1}, "WithGroup": {"slog.Handler", 1}, "Set": {"flag.Value", 1}, "Network": {"net.Addr", 0},
	"Open": {"fs.FS", 1}, "Stat": {"fs.File", 0}, "Name": {"fs.FileInfo", 0}, "Size": {"fs.FileInfo", 0}, "Mode": {"fs.FileInfo", 0}, "ModTime": {"fs.FileInfo", 0}, "IsDir": {"fs.FileInfo", 0}, "Sys": {"fs.FileInfo", 0},
}

// file accounts for one file's words.
func (r *renaming) file(ctx context.Context, p string) error {
	indexed, ok := r.repo.snap.File(p)
	if !ok {
		return nil
	}
	own := family(indexed.Language) == r.language
	s, err := r.repo.source(ctx, p)
	if err != nil {
		return err
	}
	r.read[p] = s
	masked := code.Mask(s.text, indexed.Language)
	r.masked[p] = masked
	places := map[[2]int]engine.Place{}
	for _, place := range r.repo.snap.Places(p, r.old) {
		places[[2]int{place.Line, place.Column}] = place
	}
	definitions := map[[2]int]engine.Symbol{}
	for _, sym := range r.repo.snap.Outline(p) {
		if sym.Name == r.old {
			definitions[[2]int{sym.Line, sym.Column}] = sym
		}
	}
	for at := 0; ; {
		i := bytes.Index(s.text[at:], []byte(r.old))
		if i < 0 {
			return nil
		}
		from := at + i
		at = from + len(r.old)
		if from > 0 && code.Letter(s.text[from-1]) || at < len(s.text) && code.Letter(s.text[at]) {
			continue
		}
		line, _ := slices.BinarySearch(s.starts, from+1)
		one := site{path: p, at: from, line: line, column: from - s.starts[line-1] + 1, before: strings.TrimSpace(s.line(line))}
		key := [2]int{one.line, one.column}
		switch {
		case !own || masked[from] != s.text[from]:
			if exported(masked, s, from, r.language) && own && r.inReach(p) {
				r.doubt(one, "__all__ names what the module exports")
				continue
			}
			one.why = "in a comment or a text"
			if !own {
				one.why = "in a file of another language"
			} else if why := r.meant(one); why != "" {
				r.doubt(one, why)
				continue
			}
			r.mentions = append(r.mentions, one)
		default:
			sym, defined := definitions[key]
			place, used := places[key]
			r.judge(one, sym, defined, place, used)
		}
	}
}

// exported: a text in Python's __all__.
func exported(masked []byte, s *source, at int, language string) bool {
	return language == "python" && bytes.Contains(masked[max(0, at-2000):at], []byte("__all__")) && !bytes.Contains(masked[bytes.LastIndex(masked[:at], []byte("__all__")):at], []byte("]"))
}

// judge decides about one word in code.
func (r *renaming) judge(s site, defined engine.Symbol, isDefinition bool, place engine.Place, isUse bool) {
	if isDefinition {
		switch _, ours := r.family[defined.ID]; {
		case ours:
			r.sites = append(r.sites, s)
		case r.member() && r.language == "typescript" && r.inObject(defined):
			r.doubt(s, "a member of an object, which may be of this type")
		}
		return
	}
	if !isUse {
		r.unseen(s)
		return
	}
	ours := 0
	for _, id := range place.To {
		if _, ok := r.family[id]; ok {
			ours++
		}
	}
	switch {
	case ours == 0 && len(place.To) == 0 && place.Member && r.member() && r.frequent():
		r.doubt(s, "nothing tells what it belongs to, and too many have this name")
	case len(place.To) == 0 && place.Member && !r.member() && r.language != "go" && r.binds(s.path, ""):
		r.doubt(s, "it may be reached through the module, which is loaded here on the way")
	case ours == 0:
	case ours < len(place.To):
		r.doubt(s, "it may lead to something else of that name as well")
	case place.Certainty == engine.NameOnly:
		r.doubt(s, "it is known by name alone")
	case place.Certainty == engine.Likely && r.namesakes() > 0:
		r.doubt(s, "it is likely, and others have that name")
	default:
		r.sites = append(r.sites, s)
	}
}

// inObject: it stands in no type, but in a value that may be of one.
func (r *renaming) inObject(sym engine.Symbol) bool {
	up, ok := r.repo.snap.SymbolByID(sym.Parent)
	return ok && (up.Kind == lang.Constant || up.Kind == lang.Variable || up.Kind == lang.Property)
}

func (r *renaming) member() bool { return r.sym.Parent != "" || r.sym.Kind == lang.Method }

// namesakes counts the definitions of that name which are not meant.
func (r *renaming) namesakes() int {
	n := 0
	for _, sym := range r.repo.snap.Lookup(r.old) {
		if _, ours := r.family[sym.ID]; !ours {
			n++
		}
	}
	return n
}

// frequent: with more definitions of a name than this, the graph has no uses by name alone.
func (r *renaming) frequent() bool { return len(r.repo.snap.Lookup(r.old)) > 3 }

// unseen decides about a word that is neither a definition nor a use in the graph: an
// import, a key of an object, a local variable.
func (r *renaming) unseen(s site) {
	masked := r.masked[s.path]
	dotted := s.at > 0 && masked[s.at-1] == '.'
	switch {
	case r.imported(s), r.again(s), r.language == "typescript" && r.closes(s):
		r.sites = append(r.sites, s)
	case r.takenOut(s) && r.binds(s.path, r.old):
		r.doubt(s, "it may be taken out of the module here")
	case r.member() && r.language == "typescript" && !dotted && r.key(s):
		r.doubt(s, "a key of an object, which may be of this type")
	case r.member() && r.language == "python" && !dotted && keyword(masked, s.at+len(r.old)):
		r.doubt(s, "an argument by name, which may be this one")
	case !r.member() && dotted && r.inReach(s.path) && s.path != r.sym.Path && r.language != "go":
		r.doubt(s, "reached through a module, where the graph sees no use")
	}
}
