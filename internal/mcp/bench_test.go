package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

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

// BenchmarkFrameInPieces reads a frame of 64 MiB that comes 4 KiB at a time, beside a
// plain copy of the same pieces: the ratio is what reading costs above that.
func BenchmarkFrameInPieces(b *testing.B) {
	const size = 64 << 20
	frame := append(bytes.Repeat([]byte("x"), size-1), '\n')
	var reading, copying time.Duration
	for b.Loop() {
		began := time.Now()
		got, err := mcp.NewFrameReader(&pieces{frame}, size).Next()
		reading += time.Since(began)
		if err != nil || len(got) != size-1 {
			b.Fatal(len(got), err)
		}
		began = time.Now()
		all, err := io.ReadAll(&pieces{frame})
		copying += time.Since(began)
		if err != nil || len(all) != size {
			b.Fatal(len(all), err)
		}
	}
	b.ReportMetric(float64(reading)/float64(copying), "of-a-copy")
}

// pieces gives 4 KiB at a time.
type pieces struct{ rest []byte }

func (p *pieces) Read(dst []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(dst[:min(len(dst), 4<<10)], p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
