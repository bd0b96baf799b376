package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/mcp"
	"github.com/gortexhq/gortex/internal/version"
)

func versionCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print version, commit, Go version and protocol numbers",
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			if c.Bool("json") {
				return printJSON(t, map[string]any{
					"version": version.Version, "commit": version.Commit(), "go": runtime.Version(), "mcp": mcp.Versions,
					"bridge": version.BridgeProtocol, "daemon": version.DaemonProtocol, "index": version.IndexFormat,
				})
			}
			commit := version.Commit()
			if commit == "" {
				commit = "unknown"
			}
			fmt.Fprintf(t.out, "gortex %s (commit %s, %s)\nprotocols: mcp %s, bridge %d, daemon %d, index %d\n", version.Version, commit, runtime.Version(),
				mcp.Versions[0], version.BridgeProtocol, version.DaemonProtocol, version.IndexFormat)
			return nil
		},
	}
}
