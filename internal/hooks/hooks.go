// Package hooks decides about one tool call of an agent: block, guide or nothing; it holds the classifier, the postures with their state per
// session, and the text of the briefing. It knows no host, no daemon and no engine: what it must know of the world comes in through Graph.
//
// One rule stands above the others: a wrong denial is worse than a miss. What cannot be told is passed in silence.
package hooks

import "encoding/json"

// Envelope is an event in our vocabulary.
type Envelope struct {
	Event     string          `json:"event"` // pre_tool, post_tool, session_start, prompt, session_end
	ToolName  string          `json:"tool_name,omitempty"`
	ToolInput json.RawMessage `json:"tool_input,omitempty"`
	GraphCall bool            `json:"is_gortex_tool,omitempty"`
	SessionID string          `json:"session_id,omitempty"`
	CWD       string          `json:"cwd,omitempty"`
	Prompt    string          `json:"prompt,omitempty"`
}

// Decision is the answer; the zero Decision ({}) says nothing.
type Decision struct {
	Block             bool   `json:"block,omitempty"`
	Reason            string `json:"reason,omitempty"`
	AdditionalContext string `json:"additional_context,omitempty"`
	Orientation       string `json:"orientation,omitempty"`
}

// Graph is what a decision needs to know of the world. Paths are absolute and clean. Implementations answer from memory: a decision asks a few
// dozen questions at most, and waits for each.
type Graph interface {
	// File says what is known of a file: indexed, fresh (as on disk), source, and not generated, vendored or ignored.
	File(path string) (File, bool)
	// SourceUnder says how many source files are indexed at or below a folder (0: outside, ignored, no source there).
	SourceUnder(dir string) int
	// Lookup returns definitions with exactly this name in the repository that dir is in and, if under is not "", below it.
	Lookup(dir, name, under string, limit int) []Symbol
	// Home returns the root of the repository that a folder is in; "": it is in none.
	Home(dir string) string
	// Containing counts the names of definitions, in the repository that dir is in, that have this one inside; counting may end at limit.
	Containing(dir, name string, limit int) int
	// Uses returns the first usages of a definition, all of them in its own repository.
	Uses(s Symbol, limit int) []Place
	// Outline returns a file's definitions in source order.
	Outline(path string, limit int) []Symbol
}

// Globber is a Graph that can also list the indexed files that an absolute glob pattern names ("**" crosses folders). Without it, a glob is
// judged by its folder and its extension alone. A listing is of names: that the files are there is enough, and Fresh is not told.
type Globber interface {
	Glob(pattern string, limit int) []File
}

// Resolver is a Graph that knows symlinks; files are told by their real paths.
type Resolver interface {
	// Real returns the path with its symlinks resolved; "": nothing is there.
	Real(path string) string
}

// File is what the graph knows of one indexed file.
type File struct {
	Path      string // absolute
	Rel       string // relative to its repository, slashes
	Root      string // the repository's
	Language  string
	Lines     int
	Symbols   int
	Fresh     bool
	Source    bool // a language we read symbols of, with symbols in it
	Generated bool
	Vendored  bool
}

// answerable says that the graph stands in for the file: nothing less is a reason to deny.
func (f File) answerable() bool { return f.Fresh && f.own() }

// own says that the file is source that somebody wrote here.
func (f File) own() bool { return f.Source && !f.Generated && !f.Vendored }

// Symbol is a definition.
type Symbol struct {
	ID, Name, Kind string
	Root           string // the repository's
	Path           string // relative to the repository
	Line, EndLine  int
	Signature      string
}

// Place is a use of a symbol.
type Place struct {
	Path string // relative to the repository
	Line int
	In   string // id of the enclosing definition
}
