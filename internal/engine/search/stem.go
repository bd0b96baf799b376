package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stem returns what the forms of an English word have in common, in lower case: retry,
// retries and retried; allocate, allocator and alloc. It is no word that people write,
// and need not be: both sides of a comparison are stemmed.
func Stem(word string) string {
	word = strings.TrimRight(word, "0123456789")
	if other, ok := irregular[word]; ok {
		return other
	}
	word = singular(word)
	if other, ok := irregular[word]; ok {
		return other
	}
	word = root(root(word))
	if other, ok := irregular[word]; ok {
		return other
	}
	if n := len(word); n > 3 && (word[n-1] == 'e' || word[n-1] == 'y' || word[n-1] == 'i') {
		word = word[:n-1]
	}
	if n := len(word); n > 2 && word[n-1] == word[n-2] {
		word = word[:n-1] // stopp → stop, and so full → ful
	}
	return word
}

// singular takes the ending of the plural off, or of a verb's third person.
func singular(word string) string {
	switch n := len(word); {
	case n > 4 && strings.HasSuffix(word, "ies"):
		return word[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(word, "sses") || strings.HasSuffix(word, "xes") || strings.HasSuffix(word, "ches") || strings.HasSuffix(word, "shes") || strings.HasSuffix(word, "zes")):
		return word[:n-2]
	case n > 3 && word[n-1] == 's' && word[n-2] != 's' && word[n-2] != 'u' && word[n-2] != 'i':
		return word[:n-1]
	}
	return word
}

// root takes one ending off, where a word is left: three letters at least, and a vowel.
func root(word string) string {
	if _, whole := irregular[word]; whole {
		return word
	}
	for _, ending := range endings {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 3 && strings.ContainsAny(rest, "aeiouy") {
			return rest
		}
	}
	for _, ending := range []string{"ent", "ant"} {
		if rest, ok := strings.CutSuffix(word, ending); ok && len(rest) >= 5 {
			return rest
		}
	}
	return word
}

var endings = strings.Fields(`ications ication izers izer izing ized ization isation ational ations ation ators ator ating ated ative ate
	ability ibility able ible ances ance ences ence ency ancy iveness ments ment ness
	ings ing edly ied ed ers er ors or ions ion ive ity ally al ly ful ize ise ous`)

// irregular are words whose forms differ in more than an ending.
var irregular = map[string]string{
	"indices": "index", "vertices": "vertex", "matrices": "matrix", "children": "child", "people": "person", "data": "data", "children's": "child",
	"written": "writ", "wrote": "writ", "sent": "send", "built": "build", "kept": "keep", "found": "find", "chosen": "choos", "chose": "choos",
	"broken": "break", "broke": "break", "ran": "run", "began": "begin", "begun": "begin", "lost": "los", "left": "leav", "held": "hold", "told": "tel",
	"bound": "bind", "hidden": "hid", "taken": "tak", "took": "tak", "given": "giv", "gave": "giv", "made": "mak", "shown": "show", "thrown": "throw", "threw": "throw",
	"forgotten": "forget", "drawn": "draw", "drew": "draw", "known": "know", "knew": "know", "caught": "catch", "stored": "stor", "spent": "spend", "split": "split",
	"conversion": "convert", "conversions": "convert", "division": "divid", "decision": "decid", "extension": "extend", "permission": "permit", "submission": "submit",
	"collision": "collid", "subscription": "subscrib", "description": "describ", "resolution": "resolv", "response": "respond", "reception": "receiv",
	"removal": "remov", "refusal": "refus", "arrival": "arriv", "approval": "approv", "retrieval": "retriev", "renewal": "renew", "proof": "prov", "choice": "choos",
	"comparison": "compar", "length": "length", "size": "siz", "string": "string", "strings": "string", "thing": "thing", "during": "during", "nothing": "nothing",
	"user": "user", "users": "user", "order": "order", "orders": "order", "ordering": "order", "ordered": "order", "number": "number", "numbers": "number", "integer": "integer",
	"header": "header", "headers": "header", "headed": "head", "letter": "letter", "other": "other", "pointer": "point", "parameter": "parameter", "parameters": "parameter",
	"interface": "interface", "state": "state", "states": "state", "static": "static", "date": "date", "dates": "date", "private": "privat", "template": "templat", "templates": "templat",
	"local": "local", "important": "important", "global": "global", "signal": "signal", "signals": "signal", "interval": "interval", "literal": "literal", "internal": "internal", "external": "external",
	"server": "server", "servers": "server", "statement": "statement", "statements": "statement", "element": "element", "elements": "element", "document": "document", "documents": "document",
	"comment": "comment", "comments": "comment", "segment": "segment", "segments": "segment", "fragment": "fragment", "fragments": "fragment", "argument": "argument", "arguments": "argument",
	"station": "station", "session": "session", "sessions": "session", "version": "version", "versions": "version", "action": "action", "actions": "action", "function": "function", "functions": "function",
	"position": "position", "positions": "position", "condition": "condition", "conditions": "condition", "option": "option", "options": "option", "exception": "exception", "exceptions": "exception",
	"instance": "instanc", "instances": "instanc", "image": "imag", "images": "imag", "message": "messag", "messages": "messag", "release": "releas", "sequence": "sequenc", "reference": "referenc", "references": "referenc", "difference": "differ",
}

// EachWord visits the words that a text or an identifier is made of, in lower case, with
// where each begins: HTTPServer, http_server and "HTTP server" are the same two. The
// words that one identifier is made of follow each other with joined set. Digits belong
// to the word before them. A word is only valid while it is visited.
func EachWord(text []byte, visit func(word []byte, at int, joined bool)) {
	var buf [maxWord]byte
	for i := 0; i < len(text); {
		if !wordByte(text[i]) {
			i++
			continue
		}
		joined := false
		for i < len(text) && (wordByte(text[i]) || digit(text[i]) || text[i] == '_') {
			if !wordByte(text[i]) {
				i++
				continue
			}
			start := i
			i = wordEnd(text, i)
			if n := i - start; n >= 2 && n <= maxWord {
				word := lower(buf[:0], text[start:i])
				visit(word, start, joined)
				joined = true
			}
		}
	}
}

// maxWord is how long a word may be: what is longer was not written by people.
const maxWord = 32

func wordByte(b byte) bool { return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b >= utf8.RuneSelf }
func upper(b byte) bool    { return 'A' <= b && b <= 'Z' }
func digit(b byte) bool    { return '0' <= b && b <= '9' }

// wordEnd returns where the word that begins at i ends: before a capital, the last one of
// several capitals before a small letter.
func wordEnd(text []byte, i int) int {
	j := i + 1
	if upper(text[i]) {
		for j < len(text) && upper(text[j]) {
			j++
		}
		if j > i+1 && j < len(text) && 'a' <= text[j] && text[j] <= 'z' {
			if text[j] != 's' || j+1 < len(text) && 'a' <= text[j+1] && text[j+1] <= 'z' { // IDs is one word
				return j - 1
			}
		}
	}
	for j < len(text) && wordByte(text[j]) && !upper(text[j]) {
		j++
	}
	for j < len(text) && digit(text[j]) {
		j++
	}
	return j
}

func lower(to, word []byte) []byte {
	ascii := true
	for _, b := range word {
		if upper(b) {
			b += 'a' - 'A'
		}
		ascii = ascii && b < utf8.RuneSelf
		to = append(to, b)
	}
	if !ascii {
		return append(to[:0], []byte(strings.Map(unicode.ToLower, string(word)))...)
	}
	return to
}
