package hooks

import (
	stdjson "encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	json "github.com/goccy/go-json"
)

// maxEnvelopeBytes is far above any tool call worth judging; a larger one is an edit or a paste, about which there is nothing to say.
const maxEnvelopeBytes = 4 << 20

// ParseEnvelope never fails: what cannot be understood gives an Envelope about which there is nothing to say.
func ParseEnvelope(b []byte) Envelope {
	if len(b) > maxEnvelopeBytes {
		return Envelope{}
	}
	var e Envelope
	if err := json.Unmarshal(b, &e); err != nil {
		return Envelope{}
	}
	return e
}

// maxInputBytes bounds the arguments that are decoded: no question takes as much. The longest command that is judged fits in with all its escapes.
const maxInputBytes = 8 * maxCommandBytes

// input is the tool's arguments under their canonical names. A key of the wrong type cannot be read, and is told apart from one that is absent.
type input map[string]any

// parseInput gives nil for anything but an object.
func parseInput(raw stdjson.RawMessage) input {
	if len(raw) == 0 || len(raw) > maxInputBytes {
		return nil
	}
	var in input
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil
	}
	return in
}

// text returns a string argument. ok is false where it is there and not clean text.
func (in input) text(key string) (s string, ok bool) {
	switch v := in[key].(type) {
	case nil:
		return "", true
	case string:
		return v, cleanText(v)
	}
	return "", false
}

// given says that a key is there with a value.
func (in input) given(key string) bool { return in[key] != nil }

// number returns a numeric argument; a string that is plainly a number is one.
func (in input) number(key string) (float64, bool) {
	switch v := in[key].(type) {
	case float64:
		return v, !math.IsNaN(v)
	case string:
		n, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return n, err == nil
	}
	return 0, false
}

// cleanText refuses what no path and no command holds: NULs, broken UTF-8, and the mark that an unpaired surrogate leaves.
func cleanText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsAny(s, "\x00\uFFFD")
}
