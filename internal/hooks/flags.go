package hooks

import (
	"slices"
	"strings"
)

// flagSpec is the options of one command: names between blanks, one letter or long. "A:" takes a value, "color?" takes one after "=" only,
// "#" means that a bare number is an option (head -20).
type flagSpec string

// flag is an option that was given.
type flag struct{ name, value string }

// flags are the options of a call, in their order.
type flags []flag

// maxCluster bounds the switches behind one dash: there are no more letters.
const maxCluster = 52

// parse splits arguments into options and operands. Untold words and unknown options give false: what cannot be read cannot be judged.
// first stops at the first operand, as wrappers do that run it as a command.
func (s flagSpec) parse(args []shellWord, first bool) (fs flags, operands []shellWord, ok bool) {
	for i := 0; i < len(args); i++ {
		text := args[i].text
		if !args[i].told {
			return nil, nil, false
		}
		switch {
		case text == "--":
			return fs, append(operands, args[i+1:]...), told(args[i+1:])
		case len(text) < 2 || text[0] != '-':
			if first {
				return fs, args[i:], true
			}
			operands = append(operands, args[i])
			continue
		}
		value, rest := "", args[i+1:]
		var used, ok bool
		if strings.HasPrefix(text, "--") {
			fs, value, used, ok = s.long(fs, text[2:], rest)
		} else {
			fs, value, used, ok = s.cluster(fs, text[1:], rest)
		}
		if !ok {
			return nil, nil, false
		}
		if used {
			fs[len(fs)-1].value = value
			i++
		}
	}
	return fs, operands, true
}

// long reads --name, --name=value, --name value.
func (s flagSpec) long(fs flags, text string, rest []shellWord) (_ flags, value string, used, ok bool) {
	name, value, given := strings.Cut(text, "=")
	takes, optional, known := s.lookup(name)
	if !known || len(name) < 2 {
		return nil, "", false, false
	}
	fs = append(fs, flag{name, value})
	if given || !takes || optional {
		return fs, "", false, !given || takes
	}
	return fs, next(rest), true, told(rest[:min(1, len(rest))]) && len(rest) > 0
}

// cluster reads -abc, -n5, -n 5.
func (s flagSpec) cluster(fs flags, text string, rest []shellWord) (_ flags, value string, used, ok bool) {
	if digits(text) && strings.Contains(string(s), " # ") {
		return append(fs, flag{"#", text}), "", false, true
	}
	for i := range len(text) {
		if i == maxCluster {
			return nil, "", false, false
		}
		takes, optional, known := s.lookup(text[i : i+1])
		if !known {
			return nil, "", false, false
		}
		fs = append(fs, flag{name: text[i : i+1]})
		if !takes {
			continue
		}
		if optional || i+1 < len(text) {
			fs[len(fs)-1].value = text[i+1:]
			return fs, "", false, true
		}
		return fs, next(rest), true, len(rest) > 0 && rest[0].told
	}
	return fs, "", false, true
}

// lookup finds an option in the specification.
func (s flagSpec) lookup(name string) (takes, optional, known bool) {
	if name == "" || strings.ContainsAny(name, " :?") {
		return false, false, false
	}
	for text := string(s); ; {
		i := strings.Index(text, " "+name)
		if i < 0 {
			return false, false, false
		}
		text = text[i+1+len(name):]
		switch {
		case strings.HasPrefix(text, " "):
			return false, false, true
		case strings.HasPrefix(text, ":"):
			return true, false, true
		case strings.HasPrefix(text, "?"):
			return true, true, true
		}
	}
}

// value returns the last value of an option under any of its names.
func (f flags) value(names ...string) (string, bool) {
	for i := len(f) - 1; i >= 0; i-- {
		if slices.Contains(names, f[i].name) {
			return f[i].value, true
		}
	}
	return "", false
}

// count says how often an option is given, under any of its names.
func (f flags) count(names ...string) (n int) {
	for _, one := range f {
		if slices.Contains(names, one.name) {
			n++
		}
	}
	return n
}

// any says that one of the options is there, named between blanks.
func (f flags) any(names string) bool {
	for _, one := range f {
		if strings.Contains(names, " "+one.name+" ") {
			return true
		}
	}
	return false
}

func told(ws []shellWord) bool {
	for _, w := range ws {
		if !w.told {
			return false
		}
	}
	return true
}

func next(rest []shellWord) string {
	if len(rest) == 0 {
		return ""
	}
	return rest[0].text
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
