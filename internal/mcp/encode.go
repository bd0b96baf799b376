package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	gojson "github.com/goccy/go-json"
)

// Encoding by hand where raw messages are inside: both JSON libraries compact
// and escape a raw message that is embedded in a struct, and a schema or a
// result must reach the peer as its author wrote it. Everything appends to a
// line that becomes one Write.

const protocolHead = `{"jsonrpc":"2.0"`

// appender is a value that writes its own JSON.
type appender interface {
	appendJSON(dst []byte) ([]byte, error)
}

func encodeRequest(id json.RawMessage, method string, params []byte) []byte {
	dst := make([]byte, 0, len(protocolHead)+len(id)+len(method)+len(params)+64)
	dst = append(dst, protocolHead...)
	if id != nil {
		dst = append(append(dst, `,"id":`...), id...)
	}
	dst = appendString(append(dst, `,"method":`...), method)
	if len(params) > 0 {
		dst = append(append(dst, `,"params":`...), params...)
	}
	return append(dst, '}', '\n')
}

func encodeResult(id json.RawMessage, result any) ([]byte, error) {
	dst := append(make([]byte, 0, 256), protocolHead...)
	dst = append(append(dst, `,"id":`...), id...)
	dst, err := appendValue(append(dst, `,"result":`...), result)
	return append(dst, '}', '\n'), err
}

func encodeError(id json.RawMessage, e *Error) []byte {
	if id == nil {
		id = null
	}
	dst := append(make([]byte, 0, 256), protocolHead...)
	dst = append(append(dst, `,"id":`...), id...)
	dst = fmt.Appendf(dst, `,"error":{"code":%d,"message":`, e.Code)
	dst = appendString(dst, e.Message)
	if with, err := appendRaw(append(dst, `,"data":`...), e.Data); err == nil {
		dst = with
	}
	return append(dst, '}', '}', '\n')
}

// encodeParams returns nil for nil.
func encodeParams(params any) ([]byte, error) {
	if params == nil {
		return nil, nil
	}
	return appendValue(nil, params)
}

// appendValue appends v's JSON; nil becomes the empty object, which is what a
// result without content is in MCP.
func appendValue(dst []byte, v any) ([]byte, error) {
	switch v := v.(type) {
	case nil:
		return append(dst, '{', '}'), nil
	case json.RawMessage:
		return appendRaw(dst, v)
	case appender:
		return v.appendJSON(dst)
	}
	b, err := gojson.MarshalWithOption(v, gojson.DisableHTMLEscape())
	if err != nil {
		return dst, err
	}
	return append(dst, b...), nil
}

// appendRaw splices raw as it is, line ends aside: in JSON those stand between
// tokens only, and a frame has none.
func appendRaw(dst, raw []byte) ([]byte, error) {
	if len(raw) == 0 {
		return dst, errors.New("no JSON where some must be")
	}
	if !gojson.Valid(raw) {
		return dst, fmt.Errorf("not JSON: %.60q", raw)
	}
	at := len(dst)
	dst = append(dst, raw...)
	for _, end := range []byte{'\n', '\r'} {
		for i := at; ; i++ {
			n := bytes.IndexByte(dst[i:], end)
			if n < 0 {
				break
			}
			i += n
			dst[i] = ' '
		}
	}
	return dst, nil
}

func appendString(dst []byte, s string) []byte {
	b, err := gojson.MarshalWithOption(s, gojson.DisableHTMLEscape())
	if err != nil { // a string always has a JSON form
		return append(dst, '"', '"')
	}
	return append(dst, b...)
}

// object appends members one after the other and keeps the first error.
type object struct {
	dst  []byte
	err  error
	rest bool // a member is there already
}

func (o *object) key(name string) {
	sep := byte(',')
	if !o.rest {
		sep, o.rest = '{', true
	}
	o.dst = append(o.dst, sep, '"')
	o.dst = append(append(o.dst, name...), '"', ':')
}

func (o *object) text(name, value string) {
	o.key(name)
	o.dst = appendString(o.dst, value)
}

func (o *object) value(name string, v any) {
	o.key(name)
	o.keep(appendValue(o.dst, v))
}

// raw appends nothing for an empty message.
func (o *object) raw(name string, m json.RawMessage) {
	if len(m) > 0 {
		o.key(name)
		o.keep(appendRaw(o.dst, m))
	}
}

func (o *object) keep(dst []byte, err error) {
	o.dst = dst
	if err != nil && o.err == nil {
		o.err = err
	}
}

func (o *object) end() ([]byte, error) {
	if !o.rest {
		o.dst = append(o.dst, '{')
	}
	return append(o.dst, '}'), o.err
}
