package mcp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/mcp"
)

// BenchmarkToolCall is one tools/call there and back, both ends in this process.
func BenchmarkToolCall(b *testing.B) {
	for name, size := range map[string]int{"9KB": 9 << 10, "900KB": 900 << 10} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat("func (s *Store) Get(id int) <error>\n", size/36)
			box := fixed{mcp.Text(text)}
			server := mcp.NewServer(mcp.ServerOptions{Open: func(context.Context, mcp.Implementation, json.RawMessage) (mcp.Session, error) {
				return box, nil
			}})
			_, stream := serve(b, mcp.ConnOptions{Handler: server.Handle})
			c := client(b, stream, mcp.ClientOptions{})
			arguments := raw(`{"query":"NewServer","limit":20}`)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.CallTool(context.Background(), "search", arguments, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type fixed struct{ result *mcp.ToolResult }

func (f fixed) Tools() []mcp.Tool { return nil }
func (f fixed) Call(context.Context, string, json.RawMessage) (*mcp.ToolResult, error) {
	return f.result, nil
}
