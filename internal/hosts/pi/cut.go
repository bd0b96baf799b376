package pi

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	gojson "github.com/goccy/go-json"
)

const (
	// maxFrameBytes keeps a frame under what Pi's MCP client reads (16 MiB, measured): a
	// larger one is dropped there without a word, and the call hangs until its timeout.
	maxFrameBytes = 15 << 20

	// maxResultBytes leaves room for what stands around a result.
	maxResultBytes = maxFrameBytes - 4<<10
)

// cut makes a result fit. What is structured keeps its shape, since a client may hold it
// to the tool's schema: long lists and texts in it lose their ends. Then text is cut, at
// a character, and says so.
func cut(result json.RawMessage, max int) json.RawMessage {
	if len(result) <= max {
		return result
	}
	var r struct {
		Content    []map[string]any `json:"content"`
		Structured json.RawMessage  `json:"structuredContent,omitempty"`
		IsError    bool             `json:"isError,omitempty"`
		Meta       json.RawMessage  `json:"_meta,omitempty"`
	}
	if json.Unmarshal(result, &r) != nil {
		return failed("gortex", fmt.Sprintf("the answer had %d bytes, more than the host reads, and could not be cut. Ask for less: a smaller limit, or a narrower path", len(result)))
	}
	note := fmt.Sprintf("\n[cut: the whole answer has %d bytes, more than the host reads. Ask for less: a smaller limit or budget, a narrower path, or the next part by its cursor]", len(result))
	if len(r.Meta) > max/8 {
		r.Meta = nil
	}
	r.Structured = pruned(r.Structured, max/2)
	content := r.Content
	for room := max - len(r.Structured) - len(r.Meta) - 1024; room >= 0; {
		r.Content = append(fitting(content, room), map[string]any{"type": "text", "text": note})
		b, err := gojson.MarshalWithOption(r, gojson.DisableHTMLEscape())
		if err != nil {
			break
		}
		if len(b) <= max {
			return b
		}
		if room == 0 {
			break
		}
		room = room * 9 / 10 * max / len(b) // escaping makes text longer than it is
	}
	return failed("gortex", note)
}

// fitting keeps text up to a number of bytes. An image or the like is what is too large,
// or not worth its bytes here.
func fitting(content []map[string]any, room int) []map[string]any {
	var kept []map[string]any
	for _, block := range content {
		text, isText := block["text"].(string)
		if !isText {
			continue
		}
		text = prefix(text, room)
		room -= len(text)
		shorter := map[string]any{}
		for name, value := range block {
			shorter[name] = value
		}
		shorter["text"] = text
		kept = append(kept, shorter)
	}
	return kept
}

// pruned shortens an object to a number of bytes, evenly over its long members.
func pruned(raw json.RawMessage, max int) json.RawMessage {
	if len(raw) <= max {
		return raw
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return json.RawMessage(`{}`)
	}
	share := max / (len(members) + 1)
	for name, value := range members {
		if len(value) <= share {
			continue
		}
		if members[name] = shortened(value, share); members[name] == nil {
			delete(members, name)
		}
	}
	members["cut"] = json.RawMessage("true")
	b, err := gojson.MarshalWithOption(members, gojson.DisableHTMLEscape())
	if err != nil || len(b) > max {
		return json.RawMessage(`{"cut":true}`)
	}
	return b
}

// shortened keeps the first elements of a list, the first bytes of a text, the shape of
// an object; nil for what has none of these.
func shortened(value json.RawMessage, max int) json.RawMessage {
	var list []json.RawMessage
	var text string
	switch {
	case value[0] == '{':
		return pruned(value, max)
	case json.Unmarshal(value, &list) == nil:
		kept, room := []json.RawMessage{}, max-2
		for _, one := range list {
			if room -= len(one) + 1; room < 0 {
				break
			}
			kept = append(kept, one)
		}
		b, _ := gojson.MarshalWithOption(kept, gojson.DisableHTMLEscape())
		return b
	case json.Unmarshal(value, &text) == nil:
		b, _ := gojson.MarshalWithOption(prefix(text, max/6), gojson.DisableHTMLEscape()) // escaped at its worst
		return b
	}
	return nil
}

// prefix is at most n bytes of s, whole characters.
func prefix(s string, n int) string {
	if n >= len(s) {
		return s
	}
	n = max(n, 0)
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
