package pi

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
)

// rides are diffs of edits whose calls go past this process: the user's own mcp.json runs
// `gortex mcp`, and no shim stands in the path. Their reads ride on Pi's events: before at
// tool_call, after at tool_result. All calls of a batch pass tool_call before the first
// of them runs, so that a file that several of them write, and one beside a shell command,
// has no diff that could be told apart from the others' work: it gets a note.
//
// The same events bring the diffs of a script's edits to the script's own details, since
// Pi keeps none of the calls in it.
type rides struct {
	mu      sync.Mutex // guards what follows
	batch   int
	flying  map[string]*ride         // by toolCallId: what writes and has no result yet
	shells  map[string]bool          // by toolCallId: shell commands of the batch
	shimmed map[string]bool          // tools whose answers have a diff already: a shim is there
	scripts map[string][]diffDetails // by the script's toolCallId
}

// ride is a call in flight that writes files.
type ride struct {
	edit   bool // by gortex: it says what it wrote
	paths  []string
	shared map[string]bool // files that another call writes too
	before map[string]content
}

// takeOff notes a call; it is nil where nothing is to be read before it runs.
func (r *rides) takeOff(e Event, d *differ, userHome string) *ride {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.flying == nil || e.Batch != r.batch { // a call that was blocked never lands
		r.batch, r.flying, r.shells, r.scripts = e.Batch, map[string]*ride{}, map[string]bool{}, nil
	}
	if e.ToolName == "bash" || e.ToolName == "powershell" {
		r.shells[e.ToolCallID] = true
		return nil
	}
	own := &ride{edit: editsFiles(e.ToolName), shared: map[string]bool{}}
	switch {
	case own.edit && (d.off || r.shimmed[e.ToolName]):
		return nil
	case own.edit:
		own.paths = d.namedBy(context.Background(), e.Input, nil) // who asks the daemon does so in read
	case e.ToolName == "edit" || e.ToolName == "write":
		var in struct{ Path string }
		if json.Unmarshal(e.Input, &in) != nil {
			return nil
		}
		own.paths = []string{resolvePath(in.Path, d.cwd, userHome)}
	default:
		return nil
	}
	r.flying[e.ToolCallID] = own
	r.share(own)
	if !own.edit {
		return nil
	}
	return own
}

// editsFiles says whether a tool is gortex's edit through Pi's own client, whatever name
// the user's mcp.json gives the server; the answer tells whether it was.
func editsFiles(tool string) bool {
	return strings.HasPrefix(tool, "mcp__") && strings.HasSuffix(tool, "__"+editTool)
}

// share marks the files that a call and another one in flight both write.
func (r *rides) share(own *ride) {
	for _, other := range r.flying {
		if other == own {
			continue
		}
		for _, p := range own.paths {
			if slices.ContainsFunc(other.paths, func(q string) bool { return sameFile(p, q) }) {
				own.shared[p], other.shared[p] = true, true
			}
		}
	}
}

func sameFile(a, b string) bool { return a == b || realPath(a) == realPath(b) }

// realPath resolves the symlinks of what is there of a path.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(realPath(dir), filepath.Base(path))
	}
	return path
}

// read takes the contents before the call; the call runs only once it has returned.
func (r *rides) read(ctx context.Context, own *ride, d *differ, arguments json.RawMessage) {
	paths := d.named(ctx, arguments)
	before := make(map[string]content, len(paths))
	for _, p := range paths {
		before[p] = readContent(p, d.maxBytes)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	own.before, own.paths = before, paths
	r.share(own)
}

// blocked: a call will not run.
func (r *rides) blocked(toolCallID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.flying, toolCallID)
	delete(r.shells, toolCallID)
}

// land ends a call, with the details that its result has from elsewhere already; it
// returns what there is to say in addition.
func (r *rides) land(e Event, had json.RawMessage, d *differ) []Effect {
	own, shell := r.takeOut(e, had != nil)
	if own == nil || had != nil {
		return r.inScript(e, had)
	}
	details, ok := own.details(d, e.StructuredContent, shell)
	if !ok {
		return nil
	}
	effects := detailsEffect(details)
	r.inScript(e, effects[0].Details)
	return effects
}

// takeOut returns a call's ride, and whether a shell command flew with it.
func (r *rides) takeOut(e Event, shimmed bool) (own *ride, shell bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if shimmed {
		if r.shimmed == nil {
			r.shimmed = map[string]bool{}
		}
		r.shimmed[e.ToolName] = true
	}
	own, shell = r.flying[e.ToolCallID], len(r.shells) > 0
	delete(r.flying, e.ToolCallID)
	if r.batch == 0 { // an extension that does not count batches
		delete(r.shells, e.ToolCallID)
	}
	if own == nil || !own.edit {
		return nil, shell
	}
	return own, shell
}

// inScript keeps a diff for the script that made the edit, and gives a script its own.
func (r *rides) inScript(e Event, had json.RawMessage) []Effect {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.ParentToolCallID != "" {
		var details diffDetails
		if json.Unmarshal(had, &details) != nil || details.Diff == "" && details.Note == "" {
			return nil
		}
		if r.scripts == nil {
			r.scripts = map[string][]diffDetails{}
		}
		r.scripts[e.ParentToolCallID] = append(r.scripts[e.ParentToolCallID], details)
		return nil
	}
	all := r.scripts[e.ToolCallID]
	if len(all) == 0 {
		return nil
	}
	delete(r.scripts, e.ToolCallID)
	var files []fileDiff
	for _, details := range all {
		files = append(files, details.files()...)
	}
	return detailsEffect(joined(files))
}

// files are the diffs one by one.
func (d diffDetails) files() []fileDiff {
	if len(d.Files) > 0 {
		return d.Files
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(d.Patch, "--- "), "\n")
	return []fileDiff{{Path: path, Diff: d.Diff, Patch: d.Patch, FirstChangedLine: d.FirstChangedLine, Note: d.Note}}
}

func detailsEffect(details diffDetails) []Effect {
	raw, _ := json.Marshal(details) // strings and numbers
	return []Effect{{Type: "details", Details: raw}}
}

// details compares what was read before the call with what is there now.
func (own *ride) details(d *differ, structured json.RawMessage, shell bool) (diffDetails, bool) {
	var answer struct {
		Files      []written
		Structured struct {
			Files []written
		} `json:"structuredContent"`
	}
	if json.Unmarshal(structured, &answer) != nil {
		return diffDetails{}, false
	}
	var diffs []fileDiff
	for _, w := range append(answer.Structured.Files, answer.Files...) {
		if w.Before == w.After || w.After == "" {
			continue
		}
		name := editdiff.OneLine(w.Path)
		switch {
		case shell:
			diffs = append(diffs, fileDiff{Path: w.Path, Note: "no diff: a shell command ran beside the edit of " + name})
		case own.sharesFile(w.Path):
			diffs = append(diffs, fileDiff{Path: w.Path, Note: "no diff: several calls wrote " + name + " at once"})
		default:
			diffs = append(diffs, d.compare(w, own.before))
		}
	}
	return joined(diffs), len(diffs) > 0
}

func (own *ride) sharesFile(path string) bool {
	for p := range own.shared {
		if ends(p, path) || ends(realPath(p), path) {
			return true
		}
	}
	return false
}
