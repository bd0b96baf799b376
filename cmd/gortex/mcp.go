package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/mcp"
)

func mcpCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "mcp", Usage: "MCP server on stdio, for any client; starts the daemon if needed",
		Description: `For a client's configuration: {"mcpServers": {"gortex": {"command": "gortex", "args": ["mcp"]}}}`,
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			return serveMCP(c, t)
		},
	}
}

// serveMCP joins stdio and a session of the daemon's, frame by frame.
func serveMCP(c *cli.Context, t terminal) error {
	dirs, cfg, err := settings(t)
	if err != nil {
		return err
	}
	cwd, err := absolute(".")
	if err != nil {
		return err
	}
	daemon, _, err := client.Session(c.Context, client.SessionOptions{
		Options: client.Options{Dirs: dirs, Start: true}, CWD: cwd, Preset: cfg.Tools.Preset,
	})
	if err != nil {
		return err
	}
	proxy := mcp.Proxy{Client: mcp.Stdio(t.in, t.out), Server: daemon, MaxFrameBytes: int(cfg.Limits.FrameBytes)}
	err = proxy.Run(c.Context)
	switch {
	case c.Context.Err() != nil: // told to end, and done
		return nil
	case errors.Is(err, mcp.ErrServerEnded):
		return errors.New("the daemon went away; a new gortex mcp starts it again, and gortex daemon logs says why")
	}
	return err
}
