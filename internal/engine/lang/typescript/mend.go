package typescript

import (
	"bytes"
	"context"
	"regexp"
	"sync"

	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

// seriousError is how many bytes of a file may be an error before it is tried again.
const seriousError = 40

// parse parses a file. What the grammar is known to misread costs whole files:
// such a file is parsed again with those words changed to others of their length.
func (l *language) parse(ctx context.Context, src []byte) (*treesitter.Tree, error) {
	tree, err := l.grammar.Parse(ctx, src)
	if err != nil || l.name == "javascript" {
		return tree, err
	}
	before := errorBytes(tree)
	if before < seriousError {
		return tree, nil
	}
	mended := mend(src)
	if mended == nil {
		return tree, nil
	}
	again, err := l.grammar.Parse(ctx, mended)
	if err != nil {
		return tree, nil // the first reading is better than none
	}
	if errorBytes(again) >= before {
		again.Close()
		return tree, nil
	}
	tree.Close()
	again.Src = src // offsets are the same
	return again, nil
}

func errorBytes(t *treesitter.Tree) (n int) {
	for i := range t.Nodes {
		if t.Nodes[i].Kind == syntaxError {
			n += int(t.Nodes[i].End - t.Nodes[i].Start)
		}
	}
	return n
}

var (
	// A type parameter may be called type: the grammar takes the word for a declaration's.
	typeNamedType = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\btype(\s+extends\b|\s*[,>)\]?;&|]|\s*=[^>=])`) })
	// Variance: `in out T`.
	variance = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:in\s+)?out\s+[A-Za-z_]\w*(?:\s+extends\b|\s*[,>=])`)
	})
	// A call signature that begins a line: the grammar takes its type parameters for
	// arguments of the type that ends the member before, where no semicolon does.
	bareSignature = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\n[ \t]+<`) })
)

// mend returns src without what the grammar misreads, or nil where there is nothing of it.
func mend(src []byte) []byte {
	var out []byte
	change := func(from int, to string) {
		if out == nil {
			out = append([]byte(nil), src...)
		}
		copy(out[from:], to)
	}
	for _, m := range typeNamedType().FindAllIndex(src, -1) {
		change(m[0], "typ_")
	}
	for _, m := range variance().FindAllIndex(src, -1) {
		at := m[0]
		if src[at] == 'i' {
			change(at, "  ")
			for at += 2; src[at] != 'o'; at++ {
			}
		}
		change(at, "   ")
	}
	for at := range src { // in a type that is a template the grammar takes it for the end
		if src[at] == '\\' && at+1 < len(src) && src[at+1] == '`' {
			change(at, "  ")
		}
	}
	for _, m := range bareSignature().FindAllIndex(src, -1) {
		if endsMember(beforeComments(src[:m[0]])) {
			change(m[1]-2, ";")
		}
	}
	return out
}

// endsMember says whether text may end a member of an object type that has no semicolon.
func endsMember(text []byte) bool {
	n := len(text)
	if n == 0 {
		return false
	}
	c := text[n-1]
	return letter(c) || c == ']' || c == ')' || c == '}' || c == '\'' || c == '"' || c == '>' && !bytes.HasSuffix(text, []byte("=>"))
}

// beforeComments returns text without the blanks and comments at its end.
func beforeComments(text []byte) []byte {
	for {
		text = bytes.TrimRight(text, " \t\r\n")
		if bytes.HasSuffix(text, []byte("*/")) {
			open := bytes.LastIndex(text, []byte("/*"))
			if open < 0 {
				return text
			}
			text = text[:open]
			continue
		}
		line := bytes.TrimLeft(text[bytes.LastIndexByte(text, '\n')+1:], " \t")
		if !bytes.HasPrefix(line, []byte("//")) {
			return text
		}
		text = text[:len(text)-len(line)]
	}
}
