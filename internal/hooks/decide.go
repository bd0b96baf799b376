package hooks

import (
	"path/filepath"
	"time"
)

// maxPathBytes: a longer path would fill the reason, and is nothing that an agent writes.
const maxPathBytes = 400

// Decide judges one envelope. It reads and writes nothing but s; now comes from the caller. A nil Graph can answer nothing, so all is silent.
func Decide(e Envelope, p Posture, t Tools, g Graph, s *Sessions, now time.Time) Decision {
	switch {
	case e.Event == "session_end":
		s.forget(e.SessionID)
		return Decision{}
	case e.Event != "pre_tool" && e.Event != "post_tool":
		return Decision{}
	case e.GraphCall:
		s.consult(e.SessionID, now)
		return Decision{}
	case e.Event == "post_tool":
		return Decision{}
	}
	var a answer
	if g != nil && e.CWD != "" { // without a place nothing can be told, and named, for sure
		j := &judge{graph: g, tools: t, cwd: cleanFolder(e.CWD), located: map[string]File{}}
		a = j.call(e.ToolName, parseInput(e.ToolInput))
	}
	return deliver(a, e.SessionID, p, s, now)
}

// deliver turns an answer into a decision, as the posture wants it.
func deliver(a answer, id string, p Posture, s *Sessions, now time.Time) Decision {
	if a.advice != "" {
		return advise(a, id, s, now)
	}
	// The longest form is tried first: what does not fit is not worth a denial, nor a place in the count.
	if a.silent() || a.text(true, unlockNote) == "" {
		s.calm(id, now)
		return Decision{}
	}
	block, note := p.verdict(s, id, now)
	if block {
		return Decision{Block: true, Reason: a.text(true, note)}
	}
	return Decision{AdditionalContext: a.text(false, "")}
}

// advise says a thing once per session; without an id each time.
func advise(a answer, id string, s *Sessions, now time.Time) Decision {
	said := false
	s.update(id, now, func(st *session) {
		said = st.Advised&a.topic != 0
		st.Advised |= a.topic
		st.Streak = 0
	})
	if said {
		return Decision{}
	}
	return Decision{AdditionalContext: a.advice}
}

// judge answers one call: what would the graph say instead?
type judge struct {
	graph Graph
	tools Tools
	cwd   string // "": not known, relative paths cannot be told

	home    string // root of the repository that cwd is in, once it is homed
	homed   bool
	located map[string]File // files that were asked for, by their absolute path
}

// call is the table of tools. Everything that is not in it is silent.
func (j *judge) call(tool string, in input) answer {
	if in == nil {
		return answer{}
	}
	switch tool {
	case "Read":
		return j.read(in)
	case "Grep":
		return j.grep(in)
	case "Glob":
		if j.globAway(in) {
			return answer{}
		}
		return j.glob(in)
	case "Bash":
		return j.bash(in)
	case "Edit", "Write", "MultiEdit":
		return j.edit(in)
	case "Task":
		return j.task()
	}
	return answer{}
}

// abs makes a path absolute; false where that cannot be told.
func (j *judge) abs(p string) (string, bool) { return resolve(j.cwd, p) }

// resolve joins a path to a folder. "" as the folder means that it is not known.
func resolve(dir, p string) (string, bool) {
	if p == "" || len(p) > maxPathBytes || !cleanText(p) {
		return "", false
	}
	if !filepath.IsAbs(p) {
		if dir == "" {
			return "", false
		}
		p = filepath.Join(dir, p)
	}
	return filepath.Clean(p), len(p) <= maxPathBytes
}

// cleanFolder gives "" for what is no absolute folder name.
func cleanFolder(dir string) string {
	if !filepath.IsAbs(dir) || len(dir) > maxPathBytes || !cleanText(dir) {
		return ""
	}
	return filepath.Clean(dir)
}
