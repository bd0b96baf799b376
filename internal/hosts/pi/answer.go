package pi

import (
	"encoding/json"
	"io"

	gojson "github.com/goccy/go-json"

	"github.com/gortexhq/gortex/internal/mcp"
)

// decode reads a message's params, or refuses the message.
func (b *bridge) decode(m mcp.Message, into any) bool {
	if len(m.Params) == 0 {
		return true
	}
	// Copied, because what is decoded may keep parts of it and the reader reuses its buffer.
	if err := gojson.Unmarshal(clone(m.Params), into); err != nil {
		b.refuse(m.ID, &mcp.Error{Code: mcp.CodeInvalidParams, Message: m.Method + ": " + err.Error()})
		return false
	}
	return true
}

func clone(b json.RawMessage) json.RawMessage { return append(json.RawMessage(nil), b...) }

func (b *bridge) answerEffects(id json.RawMessage, effects []Effect) {
	b.answer(id, effectsAnswer{noNil(effects)})
}

func noNil(effects []Effect) []Effect {
	if effects == nil {
		return []Effect{}
	}
	return effects
}

// answer sends a result; raw bytes go out as they are.
func (b *bridge) answer(id json.RawMessage, result any) {
	if id != nil {
		b.send(`{"jsonrpc":"2.0","id":`, id, `,"result":`, result)
	}
}

func (b *bridge) refuse(id json.RawMessage, e *mcp.Error) {
	if id == nil {
		id = json.RawMessage("null")
	}
	b.send(`{"jsonrpc":"2.0","id":`, id, `,"error":`, e)
}

func (b *bridge) notify(method string, params any) {
	b.send(`{"jsonrpc":"2.0","method":`, json.RawMessage(`"`+method+`"`), `,"params":`, params)
}

func (b *bridge) send(before string, head json.RawMessage, between string, body any) {
	raw, isRaw := body.(json.RawMessage)
	if !isRaw {
		var err error
		if raw, err = gojson.MarshalWithOption(body, gojson.DisableHTMLEscape()); err != nil {
			b.opts.Log.Error("an answer could not be encoded", "err", err)
			return
		}
	}
	frame := make([]byte, 0, len(before)+len(head)+len(between)+len(raw)+1)
	frame = append(append(append(append(append(frame, before...), head...), between...), raw...), '}')
	if err := b.out.WriteFrame(frame); err != nil {
		b.opts.Log.Debug("the extension reads no more", "err", err)
	}
}

// writeCloser closes what can be closed.
func writeCloser(w io.Writer) io.WriteCloser {
	if c, ok := w.(io.WriteCloser); ok {
		return c
	}
	return openWriter{w}
}

type openWriter struct{ io.Writer }

func (openWriter) Close() error { return nil }
