package hooks

import "time"

// Posture is how a would-be denial is delivered.
type Posture string

const (
	Deny          Posture = "deny"           // block
	Enrich        Posture = "enrich"         // the same text as additional context
	ConsultUnlock Posture = "consult-unlock" // block until the session has called the graph once, then enrich
	Nudge         Posture = "nudge"          // the third would-be block in a row blocks, once
)

// nudgeAt is the would-be denial in a row that blocks under Nudge.
const nudgeAt = 3

// What a block says of the call after it.
const (
	unlockNote = "One call of a gortex tool unlocks such calls."
	nudgeNote  = "The next call will pass."
)

// ParsePosture: an unknown name gives Deny and false.
func ParsePosture(s string) (Posture, bool) {
	switch p := Posture(s); p {
	case Deny, Enrich, ConsultUnlock, Nudge:
		return p, true
	}
	return Deny, false
}

// rule is the posture in one sentence, for the briefing.
func (p Posture) rule() string {
	switch p {
	case Enrich:
		return "Calls that the graph would answer run, with its answer beside them."
	case ConsultUnlock:
		return "Calls that the graph would answer are stopped until you have called one gortex tool; after that they run."
	case Nudge:
		return "Of three calls in a row that the graph would answer, the third is stopped once."
	}
	return "A whole-file read or symbol lookup that the graph would answer is stopped, and the reason carries the answer; narrow reads pass."
}

// verdict counts a would-be denial and says whether it blocks, and what the agent should know about the next one.
func (p Posture) verdict(s *Sessions, id string, now time.Time) (block bool, note string) {
	switch p {
	case Enrich:
		s.update(id, now, countDenial)
		return false, ""
	case ConsultUnlock:
		// Without state nothing could ever unlock: no id, no block.
		after, known := s.update(id, now, countDenial)
		return known && !after.Consulted, unlockNote
	case Nudge:
		block = false
		_, known := s.update(id, now, func(st *session) {
			countDenial(st)
			if block = st.Streak >= nudgeAt; block {
				st.Streak = 0
			}
		})
		return block && known, nudgeNote
	}
	s.update(id, now, countDenial)
	return true, ""
}

func countDenial(st *session) { st.Streak = min(st.Streak+1, nudgeAt) }

// calm notes a call that was no would-be denial: the row is broken.
func (s *Sessions) calm(id string, now time.Time) {
	s.update(id, now, func(st *session) { st.Streak = 0 })
}

// consult notes a call of the graph.
func (s *Sessions) consult(id string, now time.Time) {
	s.update(id, now, func(st *session) { st.Consulted, st.Streak = true, 0 })
}
