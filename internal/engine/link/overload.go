package link

import (
	"strings"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// overload keeps of several functions of one name those that take as many arguments
// as the call gives, where that tells them apart.
func (r *run) overload(syms []int32, p place, ref *graph.Ref) []int32 {
	if len(syms) < 2 || ref.Args == 0 || !r.l.scopings[p.file].Overload {
		return syms
	}
	var fit []int32
	for _, s := range syms {
		file, index := r.l.g.At(s)
		least, most := parameters(r.l.g.Text(r.l.g.Sym(s).Name), r.l.g.Files[file].Signature(index))
		if n := int(ref.Args) - 1; r.l.g.Sym(s).Kind.Callable() && n >= least && (most < 0 || n <= most) {
			fit = append(fit, s)
		}
	}
	if len(fit) == 0 {
		return syms
	}
	return fit
}

// parameters counts those that a signature asks for: at least and at most, -1 for any number.
func parameters(name, signature string) (least, most int) {
	at := strings.Index(signature, name)
	if at < 0 {
		return 0, -1
	}
	open := strings.IndexByte(signature[at:], '(')
	if open < 0 {
		return 0, -1
	}
	depth, text := 0, false
	var optional, rest bool
	for i := at + open; i < len(signature); i++ {
		c := signature[i]
		switch c {
		case '(', '[', '{', '<':
			depth++
			text = text || depth > 1
			continue
		case ')', ']', '}', '>':
			if c == '>' && i > 0 && (signature[i-1] == '-' || signature[i-1] == '=') {
				continue // an arrow
			}
			if depth--; depth > 0 {
				continue
			}
		case ',':
			if depth > 1 {
				continue
			}
		case ' ':
			continue
		case '=':
			optional = optional || depth == 1
			continue
		default:
			rest = rest || depth == 1 && (strings.HasPrefix(signature[i:], "...") || strings.HasPrefix(signature[i:], "params "))
			text = true
			continue
		}
		switch { // a parameter ends
		case rest:
			return least, -1
		case text && optional:
			most++
		case text:
			least, most = least+1, most+1
		}
		text, optional = false, false
		if depth == 0 {
			return least, most
		}
	}
	return 0, -1 // the signature was cut
}
