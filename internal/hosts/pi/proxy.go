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
func proxyCommand(ctx context.Context, in io.Reader, out io.Writer, o ShimOptions) error {
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.CWD
	server, err := mcp.Command(ctx, cmd)
	if err != nil {
		return err
	}
	proxy := &mcp.Proxy{Client: mcp.Stdio(in, writeCloser(out)), Server: server, Filter: fit}
	if err := proxy.Run(ctx); err != nil && !errors.Is(err, mcp.ErrServerEnded) {
		return err
	}
	return nil // Pi starts the server anew with the next call
}

// fit cuts a tool's result that is too large for Pi, in its frame.
func fit(dir mcp.Direction, m mcp.Message, frame []byte) (out []byte, drop bool) {
	if dir != mcp.ToClient || len(frame) <= maxResultBytes || m.Method != "" || m.ID == nil {
		return nil, false
	}
	result := cut(m.Result, maxResultBytes)
	frame = append([]byte(`{"jsonrpc":"2.0","id":`), m.ID...)
	frame = append(append(frame, `,"result":`...), json.RawMessage(result)...)
	return append(frame, '}'), false
}
