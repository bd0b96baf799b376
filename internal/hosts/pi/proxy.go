package pi

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os/exec"

	"github.com/gortexhq/gortex/internal/mcp"
)

// proxyCommand passes frames between Pi and a server that runs as our child, as they
// are. It adds one thing: an answer that Pi would drop for its size is cut.
func proxyCommand(ctx context.Context, in io.Reader, out io.Writer, o ShimOptions, maxFrame int) error {
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.CWD
	server, err := mcp.Command(ctx, cmd)
	if err != nil {
		return err
	}
	proxy := &mcp.Proxy{Client: mcp.Stdio(in, writeCloser(out)), Server: server, Filter: fit, MaxFrameBytes: maxFrame}
	if err := proxy.Run(ctx); err != nil && !errors.Is(err, mcp.ErrServerEnded) {
		return err
	}
	return nil // Pi starts the server anew with the next call
}

// fit keeps what Pi does not read from it: a tool's result that is too large is cut in
// its frame, another answer of that size becomes an error, and what is no answer, or no
// frame at all, does not pass.
func fit(dir mcp.Direction, m mcp.Message, frame []byte) (out []byte, drop bool) {
	if dir != mcp.ToClient {
		return nil, false
	}
	if m.Method == "" && m.ID == nil && !json.Valid(frame) {
		return nil, true // a server that prints to its stdout
	}
	if len(frame) <= maxFrameBytes {
		return nil, false
	}
	if m.Method != "" || len(m.ID) > 1024 {
		return nil, true
	}
	head := append([]byte(`{"jsonrpc":"2.0","id":`), m.ID...)
	if m.Result == nil {
		return append(head, `,"error":{"code":-32603,"message":"the server's error is larger than the host reads"}}`...), false
	}
	result := cut(m.Result, maxResultBytes)
	return append(append(append(head, `,"result":`...), json.RawMessage(result)...), '}'), false
}
