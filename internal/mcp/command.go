package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Pi's own steps for ending a server: its input is closed, and what has not
// gone after this long is asked to, then killed.
const (
	endGrace  = 500 * time.Millisecond
	termGrace = 2 * time.Second
)

// Command starts a child that speaks frames on its standard input and output,
// in a process group of its own. Close closes the child's input, waits 500 ms,
// then sends SIGTERM and two seconds later SIGKILL to the group, and returns
// when the child is gone. The end of ctx closes. cmd must not come from
// exec.CommandContext, and its Stdin and Stdout are set here.
func Command(ctx context.Context, cmd *exec.Cmd) (io.ReadWriteCloser, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		_, _ = childIn.Close(), in.Close()
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	// Files, not StdinPipe and StdoutPipe: Wait would close those under a reader.
	cmd.Stdin, cmd.Stdout = childIn, childOut
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = endGrace // a grandchild on its stderr must not hold up the end
	}
	ownGroup(cmd)
	err = cmd.Start()
	_, _ = childIn.Close(), childOut.Close()
	if err != nil {
		_, _ = in.Close(), out.Close()
		return nil, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	c := &child{cmd: cmd, in: in, out: out, from: PromptReader(out), prompt: NewPrompt(in), gone: make(chan struct{})}
	go func() { // ends with the child, which Close sees to
		c.waitErr = cmd.Wait()
		close(c.gone)
	}()
	c.forget = context.AfterFunc(ctx, func() { _ = c.Close() })
	return c, nil
}

type child struct {
	cmd     *exec.Cmd
	in, out *os.File
	from    io.Reader // out
	prompt  Prompt    // in
	gone    chan struct{}
	waitErr error // set before gone is closed
	forget  func() bool

	once sync.Once
	err  error
}

func (c *child) Read(b []byte) (int, error)         { return c.from.Read(b) }
func (c *child) Write(b []byte) (int, error)        { return c.in.Write(b) }
func (c *child) WriteNow(b []byte) (n int, e error) { return c.prompt.WriteNow(b) }

// CloseWrite ends the child's input only.
func (c *child) CloseWrite() error { return c.in.Close() }

func (c *child) Close() error {
	c.once.Do(func() { c.err = c.end() })
	return c.err
}

func (c *child) end() error {
	c.forget()
	_ = c.in.Close()
	for _, step := range []struct {
		wait time.Duration
		then func(*os.Process) error
	}{{endGrace, terminateGroup}, {termGrace, killGroup}} {
		select {
		case <-c.gone:
			return c.closed()
		case <-time.After(step.wait):
			_ = step.then(c.cmd.Process)
		}
	}
	<-c.gone
	return c.closed()
}

// closed: how a child ends that was told to is no error of ours.
func (c *child) closed() error {
	_ = c.out.Close()
	if _, exited := errors.AsType[*exec.ExitError](c.waitErr); exited {
		return nil
	}
	return c.waitErr
}
