package pi

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// maxResultBytes keeps a frame under what Pi's MCP client reads (16 MiB, measured): a
// larger one is dropped there without a word, and the call hangs until its timeout.
const maxResultBytes = 15 << 20

// cut makes a result fit: the structured part goes first, since nobody reads that much
// of it, then text from the end, and the text says so.
func cut(result json.RawMessage, max int) json.RawMessage {
	if len(result) <= max {
		return result
	}
	var r struct {
		Content []map[string]any `json:"content"`
		IsError bool             `json:"isError,omitempty"`
	}
	if json.Unmarshal(result, &r) != nil {
		return failed("gortex", fmt.Sprintf("the answer had %d bytes, more than the host reads, and could not be cut. Ask for less: a smaller limit, or a narrower path", len(result)))
	}
	note := fmt.Sprintf("\n[cut: the whole answer has %d bytes, more than the host reads. Ask for less: a smaller limit or budget, a narrower path, or the next part by its cursor]", len(result))
	room := (max - 4096) / 2 // escaping may double text
	var kept []map[string]any
	for _, block := range r.Content {
		text, isText := block["text"].(string)
		if !isText {
			continue // an image or the like: it is what is too large, or not worth its bytes here
		}
		text = prefix(text, room)
		room -= len(text)
		block["text"] = text
		kept = append(kept, block)
	}
	r.Content = append(kept, map[string]any{"type": "text", "text": note})
	b, err := json.Marshal(r)
	if err != nil || len(b) > max {
		return failed("gortex", note)
	}
	return b
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
