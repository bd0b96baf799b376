package tools

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/gortexhq/gortex/internal/engine"
	words "github.com/gortexhq/gortex/internal/engine/search"
)

// The places in which a definition may say a word.
const (
	inName   = iota
	inAround // the name of what it stands in
	inPath
	inDoc
	inSentence // the first one of its doc
	inHead     // its first line: parameters, results, bases
	inBody
	places
)

// classes are the ways in which a word may be meant: as it is, as programs shorten it, by one that means nearly the same.
const classes = len(words.Senses{})

// sense is one way in which one of a question's words may be meant.
type sense struct{ term, class uint8 }

// inquiry is what a question looks for, by word.
type inquiry struct {
	senses map[words.WordID][]sense
	terms  int
}

func newInquiry(terms []term) *inquiry {
	a := &inquiry{senses: map[words.WordID][]sense{}, terms: len(terms)}
	for i, t := range terms {
		for class, stems := range t.senses {
			for _, stem := range stems {
				id := words.IDOf(stem)
				a.senses[id] = append(a.senses[id], sense{uint8(i), uint8(class)})
			}
		}
	}
	return a
}

// evidence is how often one definition says the words of a question, by place, sense and term.
type evidence struct {
	sym   engine.Symbol
	said  []uint8
	words [places]int // how many words it has there in all
}

func (a *inquiry) at(place int, s sense) int {
	return (place*classes+int(s.class))*a.terms + int(s.term)
}

func (e *evidence) hear(a *inquiry, place int, senses []sense) {
	if len(senses) > 0 && e.said == nil {
		e.said = make([]uint8, places*classes*a.terms)
	}
	for _, s := range senses {
		if n := &e.said[a.at(place, s)]; *n < 255 {
			*n++
		}
	}
}

// stretch is a part of a file that one definition speaks in.
type stretch struct {
	from, to, sym, place int
}

// gather reads a file for what its definitions say of a question.
func (a *inquiry) gather(spell *words.Speller, src []byte, outline []engine.Symbol) []evidence {
	all := make([]evidence, len(outline))
	for i, sym := range outline {
		all[i].sym = sym
	}
	speakers := speakersOf(outline)
	next := 0
	stretches := stretchesOf(src, outline)
	words.EachWord(src, func(word []byte, at int, _ bool) {
		for next < len(stretches) && stretches[next].to <= at {
			next++
		}
		if next == len(stretches) || at < stretches[next].from {
			return
		}
		s := stretches[next]
		senses := a.senses[spell.ID(word)]
		all[s.sym].words[s.place]++
		all[s.sym].hear(a, s.place, senses)
		for up := speakers[s.sym]; up >= 0; up = speakers[up] {
			all[up].words[inBody]++
			all[up].hear(a, inBody, senses)
		}
	})
	var inPathOf []sense
	pathWords := 0
	if len(outline) > 0 {
		file := outline[0].Path
		a.each(spell, strings.TrimSuffix(file, path.Ext(file)), func(senses []sense) { inPathOf = append(inPathOf, senses...); pathWords++ })
	}
	for i := range all {
		e := &all[i]
		a.each(spell, e.sym.Name, func(senses []sense) { e.words[inName]++; e.hear(a, inName, senses) })
		a.each(spell, strings.TrimSuffix(e.sym.Qualified, e.sym.Name), func(senses []sense) { e.words[inAround]++; e.hear(a, inAround, senses) })
		if e.sym.Doc != "" {
			a.each(spell, e.sym.Doc, func(senses []sense) { e.words[inSentence]++; e.hear(a, inSentence, senses) })
		}
		if e.said != nil {
			e.hear(a, inPath, inPathOf)
		}
	}
	return slices.DeleteFunc(all, func(e evidence) bool { return e.said == nil })
}

// each visits what the words of a name may mean, and what two that follow each other are joined:
// someone who asks for a websocket means WebSocket.
func (a *inquiry) each(spell *words.Speller, name string, visit func([]sense)) {
	var last []byte
	words.EachWord([]byte(name), func(word []byte, _ int, joined bool) {
		visit(a.senses[spell.ID(word)])
		if joined {
			if senses := a.senses[spell.ID(append(slices.Clip(last), word...))]; len(senses) > 0 {
				visit(senses)
			}
		}
		last = bytes.Clone(word)
	})
}

// speakersOf returns by definition which one it speaks for as well, or -1: a local function
// for that it stands in, a field for its type.
func speakersOf(outline []engine.Symbol) []int {
	at := make(map[string]int, len(outline))
	for i, sym := range outline {
		at[sym.ID] = i
	}
	up := make([]int, len(outline))
	for i, sym := range outline {
		up[i] = -1
		if parent, ok := at[sym.Parent]; ok && parent != i && (outline[parent].Kind.Callable() || sym.Kind.Holds()) {
			up[i] = parent
		}
	}
	return up
}

// stretchesOf cuts a file into the parts in which its definitions speak, in order.
func stretchesOf(src []byte, outline []engine.Symbol) []stretch {
	order := make([]int, len(outline))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(outline[a].Start, outline[b].Start), cmp.Compare(outline[b].End, outline[a].End))
	})
	var all []stretch
	var open []stretch // the bodies that the place is in, the innermost last
	at := 0
	upTo := func(to int) { // what is open speaks until there
		for at < to && len(open) > 0 {
			in := &open[len(open)-1]
			if end := min(to, in.to); end > at {
				all = append(all, stretch{at, end, in.sym, in.place})
				at = end
			}
			if in.to <= at {
				open = open[:len(open)-1]
				continue
			}
		}
		at = max(at, to)
	}
	for _, i := range order {
		sym := outline[i]
		start, end := min(sym.Start, len(src)), min(sym.End, len(src))
		if start < at || start >= end {
			continue // another one in the same place: it has its name alone
		}
		upTo(commentAbove(src, at, start))
		if at < start {
			all = append(all, stretch{at, start, i, inDoc})
			at = start
		}
		open = append(open, stretch{start, end, i, inBody})
		head := start + bytes.IndexByte(src[start:end], '\n')
		if head < start {
			head = end
		}
		if head > at {
			all = append(all, stretch{at, head, i, inHead})
			at = head
		}
		if from, to := docString(src[:end], head); to > from {
			upTo(from)
			all = append(all, stretch{at, to, i, inDoc})
			at = to
		}
	}
	upTo(len(src))
	return all
}

// commentAbove returns where the comment begins that stands directly above start, and not before least.
func commentAbove(src []byte, least, start int) int {
	from := bytes.LastIndexByte(src[:start], '\n') + 1
	if from < least {
		return start
	}
	for from > least {
		above := bytes.LastIndexByte(src[:from-1], '\n') + 1
		line := bytes.TrimSpace(src[above : from-1])
		if above < least || len(line) == 0 || !bytes.ContainsAny(line[:1], "/*#@-") && !bytes.HasSuffix(line, []byte("*/")) {
			break
		}
		from = above
	}
	return max(from, least)
}

// docString finds the string that a Python definition begins with, behind its first line.
func docString(src []byte, head int) (from, to int) {
	if head >= len(src) || head == 0 {
		return 0, 0
	}
	rest := src[head:]
	text := bytes.TrimLeft(rest, " \t\r\n")
	for _, quote := range []string{`"""`, `r"""`, `'''`} {
		if bytes.HasPrefix(text, []byte(quote)) {
			from = head + len(rest) - len(text) + len(quote)
			if n := bytes.Index(src[from:], []byte(quote[len(quote)-3:])); n >= 0 {
				return from, from + n
			}
		}
	}
	return 0, 0
}

// built says whether a file is what a build made of JavaScript or TypeScript, or only declares it.
func built(f string) bool {
	switch path.Ext(f) {
	case ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts":
	default:
		return false
	}
	base := strings.TrimSuffix(path.Base(f), path.Ext(f))
	if strings.HasSuffix(base, ".d") || strings.HasSuffix(base, ".min") {
		return true
	}
	for folder := range strings.SplitSeq(path.Dir(f), "/") {
		switch strings.TrimLeft(folder, "_") {
		case "dist", "build", "cjs", "esm", "umd", "bundles":
			return true
		}
	}
	return false
}
