package edit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gortexhq/gortex/internal/wire"
)

// OneLine is how a path or a name is written where a model or a person reads it: quoted
// where it has characters that end a line or move what stands around it. Who names a
// file decides what is in its name, and must not write our sentences.
func OneLine(name string) string {
	if strings.ContainsFunc(name, wire.Steers) {
		return strconv.Quote(name)
	}
	return name
}

// Sentence is fmt.Sprintf with each text and error among args on one line, as OneLine has it.
func Sentence(format string, args ...any) string {
	safe := make([]any, len(args))
	for i, arg := range args {
		safe[i] = arg
		switch arg := arg.(type) {
		case string:
			safe[i] = onLine(arg, arg)
		case error:
			safe[i] = onLine(arg.Error(), arg)
		}
	}
	return fmt.Sprintf(format, safe...)
}

func onLine(text string, arg any) any {
	if strings.ContainsFunc(text, wire.Steers) {
		return quoted(strconv.Quote(text))
	}
	return arg
}

// quoted is printed as it is by every verb: %q does not quote it twice.
type quoted string

// Format writes it.
func (q quoted) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(q)) }
