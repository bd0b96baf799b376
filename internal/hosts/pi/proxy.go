package pi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gortexhq/gortex/internal/mcp"
)

// proxyCommand passes frames between Pi and a server that runs as our child, as they
// are. It adds two things: an answer that Pi would drop for its size is cut, and when the
// server ends, or sends a frame above the limit and is ended for it, what it owes is
// answered with an error. Then the shim ends too: Pi starts both anew with its next call.
func proxyCommand(ctx context.Context, in io.Reader, out io.Writer, o ShimOptions, maxFrame int) error {
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Dir = o.CWD
	server, err := mcp.Command(ctx, cmd)
	if err != nil {
		return err
	}
	owed := &debts{open: map[string]bool{}}
	proxy := &mcp.Proxy{Client: mcp.Stdio(in, writeCloser(out)), Server: server, MaxFrameBytes: maxFrame}
	proxy.Filter = func(dir mcp.Direction, m mcp.Message, frame []byte) ([]byte, bool) {
		owed.see(dir, m)
		return fit(dir, m, frame)
	}
	proxy.Ended = func(err error) {
		for _, answer := range owed.settle(o.Command[0], err) {
			_ = proxy.Send(mcp.ToClient, answer) // Pi may be gone: then nobody waits for it
		}
	}
	if err := proxy.Run(ctx); err != nil && !errors.Is(err, mcp.ErrServerEnded) {
		return err
	}
	return nil // Pi starts the server anew with the next call
}

// debts are the requests that a server has not answered yet.
type debts struct {
	mu   sync.Mutex // guards open
	open map[string]bool
}

// see notes what a frame asks for, answers or takes back.
func (d *debts) see(dir mcp.Direction, m mcp.Message) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case dir == mcp.ToServer && m.Method != "" && m.ID != nil:
		d.open[string(m.ID)] = true
	case dir == mcp.ToClient && m.Method == "" && m.ID != nil:
		delete(d.open, string(m.ID))
	case dir == mcp.ToServer && m.Method == "notifications/cancelled":
		if id, ok := mcp.CancelledID(m.Params); ok {
			delete(d.open, string(id))
		}
	}
}

// settle answers all that is open with why the server cannot.
func (d *debts) settle(command string, why error) [][]byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	text, err := json.Marshal(fmt.Sprintf("%s: %v; the next call starts it anew", filepath.Base(command), why))
	if err != nil {
		return nil // never: it is a string
	}
	var answers [][]byte
	for _, id := range slices.Sorted(maps.Keys(d.open)) {
		answers = append(answers, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, mcp.CodeInternal, text))
	}
	clear(d.open)
	return answers
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
