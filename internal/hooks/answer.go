package hooks

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxReasonBytes bounds a reason: it must cost less than what it saves.
const maxReasonBytes = 1500

// answer is what the graph would say instead of a call. The zero answer is silence.
type answer struct {
	lead  string   // what the graph has, as the end of a sentence
	next  []string // calls to make instead, with their arguments, best first; none: silence
	facts []string // the answer itself, where it was cheap, line by line
	rest  bool     // the command had other parts, which a block stops too

	advice string // set: a text that never blocks
	topic  topic
}

// topic is a kind of advice, given once a session.
type topic uint8

const (
	adviceEdit topic = 1 << iota
	adviceTask
)

func (a answer) silent() bool { return len(a.next) == 0 && a.advice == "" }

// text is the answer as the model gets it; "" where even its head is too long. It is cut at a line.
func (a answer) text(block bool, note string) string {
	var b strings.Builder
	if block {
		b.WriteString("This call was not run: ")
	} else {
		b.WriteString("The graph answers this too: ")
	}
	b.WriteString(printable(a.lead) + ".\n")
	b.WriteString("Next: " + strings.Join(a.next, ", or ") + ".\n")
	if block && a.rest {
		b.WriteString("The rest of the command did not run either: send it again without this part.\n")
	}
	if block && note != "" {
		b.WriteString(note + "\n")
	}
	if b.Len() > maxReasonBytes {
		return ""
	}
	writeFacts(&b, a.facts)
	return strings.TrimSuffix(b.String(), "\n")
}

// writeFacts adds as many lines as fit, and says how many did not.
func writeFacts(b *strings.Builder, facts []string) {
	const room = len("… 999999 more\n")
	for i, line := range facts {
		line = printable(line)
		last := i == len(facts)-1
		if need := b.Len() + len(line) + 1; need > maxReasonBytes || (!last && need > maxReasonBytes-room) {
			if b.Len()+room <= maxReasonBytes {
				b.WriteString("… " + strconv.Itoa(len(facts)-i) + " more\n")
			}
			return
		}
		b.WriteString(line + "\n")
	}
}

// oneLine keeps a text on its line and short.
func oneLine(s string) string { return clip(s, 120) }

// clip keeps a text on one line and within n bytes, cut at a character.
func clip(s string, n int) string {
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "")
	if len(s) <= n {
		return s
	}
	s = s[:n-len("…")]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s + "…"
}

// printable keeps a file's name from breaking a line or moving a cursor.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, s)
}

// compact drops what a session cannot call.
func compact(calls ...string) []string {
	var out []string
	for _, c := range calls {
		if c != "" {
			out = append(out, c)
		}
	}
	return out
}
