package mcp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/mcp"
)

func TestMessagesKeepTheirBytes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, frame string
		want        mcp.Message
	}{
		{"numbers are not rounded", `{"jsonrpc":"2.0","id":9007199254740993,"method":"m","params":{"n":1.10}}`,
			mcp.Message{ID: raw("9007199254740993"), Method: "m", Params: raw(`{"n":1.10}`)}},
		{"spaces and order stay", `{"params": { "z":1,  "a" : 2 }, "jsonrpc":"2.0","method":"m"}`,
			mcp.Message{Method: "m", Params: raw(`{ "z":1,  "a" : 2 }`)}},
		{"escapes stay", `{"jsonrpc":"2.0","id":"\u0041","result":{"t":"\u003c<\/"}}`,
			mcp.Message{ID: raw(`"\u0041"`), Result: raw(`{"t":"\u003c<\/"}`)}},
		{"no params and null are the same", `{"jsonrpc":"2.0","id":1,"method":"m","params":null}`,
			mcp.Message{ID: raw("1"), Method: "m"}},
		{"an error has its data", `{"jsonrpc":"2.0","id":1,"error":{"code":-5,"message":"no","data":[ 1 ]}}`,
			mcp.Message{ID: raw("1"), Error: &mcp.Error{Code: -5, Message: "no", Data: raw(`[ 1 ]`)}}},
		{"an error may belong to no request", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}`,
			mcp.Message{Error: &mcp.Error{Code: -32700, Message: "no"}}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			got, err := mcp.ParseMessage([]byte(tt.frame))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

func raw(s string) json.RawMessage { return json.RawMessage(s) }

// FuzzMessage holds the fast library to the standard one: what is JSON for the
// one is for the other, with the same bytes for every part.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"m","params":{}}`, `{"a":tru}`, `01`, `{"id":1e400,"result":null}`, `[]`, `{}`, `{"id":"\ud800","method":"\u0000"}`,
		`{"method":null,"id":null}`, `{"ID":5,"Method":"x","jsonrpc":"2.0"}`, `{"id":1,"id":2,"jsonrpc":"2.0","method":"m"}`, `{"error":{"code":1.5}}`, ` {"result" : [1 , 2]} `, "{\"method\":\"\xff\",\"jsonrpc\":\"2.0\"}",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		if bytes.IndexByte(frame, '\n') >= 0 || !utf8.Valid(frame) {
			t.Skip("no frame")
		}
		m, err := mcp.ParseMessage(frame)
		if e, ok := errors.AsType[*mcp.Error](err); ok == (err == nil) {
			t.Fatalf("an error of another kind: %v", err)
		} else if ok && (e.Code == mcp.CodeParse) == json.Valid(frame) {
			t.Fatalf("%q: code %d, but valid is %v", frame, e.Code, json.Valid(frame))
		}
		if err != nil {
			return
		}
		var std struct {
			ID, Params, Result json.RawMessage
			Method             string
			Error              *mcp.Error
		}
		if err := json.Unmarshal(frame, &std); err != nil {
			t.Fatalf("%q was understood, but encoding/json says %v", frame, err)
		}
		want := mcp.Message{ID: std.ID, Method: std.Method, Params: std.Params, Result: std.Result, Error: std.Error}
		if string(want.Params) == "null" {
			want.Params = nil
		}
		if string(want.ID) == "null" {
			want.ID = nil
		}
		if d := cmp.Diff(want, m); d != "" {
			t.Errorf("%q (-encoding/json +ours):\n%s", frame, d)
		}
	})
}
