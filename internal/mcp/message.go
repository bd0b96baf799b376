package mcp

import (
	"bytes"
	"encoding/json"

	gojson "github.com/goccy/go-json"
)

// Codes of JSON-RPC.
const (
	CodeParse          = -32700
	CodeInvalidRequest = -32600
	CodeMethodNotFound = -32601
	CodeInvalidParams  = -32602
	CodeInternal       = -32603
)

// Message is one frame understood as JSON-RPC 2.0. ID, Params and Result are
// the bytes as they came: nothing is rounded, sorted or escaped anew.
type Message struct {
	ID     json.RawMessage // nil for a notification
	Method string          // "" for a response
	Params json.RawMessage
	Result json.RawMessage
	Error  *Error
}

// Error is a JSON-RPC error.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return e.Message }

type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *Error          `json:"error"`
}

// ParseMessage understands a frame; the message does not share its bytes. The
// error is an *Error with CodeParse or CodeInvalidRequest; what could be
// understood, the id above all, is in the message all the same.
func ParseMessage(frame []byte) (Message, error) {
	var e envelope
	if err := gojson.Unmarshal(frame, &e); err != nil {
		var m Message
		_ = gojson.Unmarshal(frame, &struct { // whoever sent it waits for an answer to this id
			ID *json.RawMessage `json:"id"`
		}{&m.ID})
		if m.ID != nil && !validID(m.ID) {
			m.ID = nil
		}
		return m, notAMessage(frame, err)
	}
	m := Message{ID: e.ID, Method: e.Method, Params: e.Params, Result: e.Result, Error: e.Error}
	if bytes.Equal(m.Params, null) {
		m.Params = nil
	}
	return m, m.check(e.Version)
}

var null = []byte("null")

func (m *Message) check(version string) error {
	invalid := func(text string) error { return &Error{Code: CodeInvalidRequest, Message: text} }
	if m.ID != nil && !validID(m.ID) {
		null := bytes.Equal(m.ID, null)
		m.ID = nil
		if !null || m.Method != "" {
			return invalid("an id is a string or a number")
		}
	}
	switch {
	case m.Method == "" && m.Result == nil && m.Error == nil:
		return invalid("not a request, a notification or a response: no method, result or error")
	case m.Method != "" && version != "2.0":
		return invalid(`not JSON-RPC 2.0: send "jsonrpc":"2.0"`)
	}
	return nil
}

func validID(id json.RawMessage) bool {
	c := id[0]
	return c == '"' || c == '-' || '0' <= c && c <= '9'
}

// notAMessage tells JSON of another shape from what is no JSON.
func notAMessage(frame []byte, err error) error {
	switch {
	case !gojson.Valid(frame):
		return &Error{Code: CodeParse, Message: "not JSON: " + err.Error()}
	case bytes.HasPrefix(bytes.TrimLeft(frame, " \t\r\n"), []byte{'['}):
		return &Error{Code: CodeInvalidRequest, Message: "batches are not taken: send one message a line"}
	}
	return &Error{Code: CodeInvalidRequest, Message: "not a JSON-RPC message: one object with jsonrpc, id, method and params"}
}
