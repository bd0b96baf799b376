package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/gortexhq/gortex/internal/daemon/client"
	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hosts"
	_ "github.com/gortexhq/gortex/internal/hosts/all" // every host answers to its --agent name
)

// A hook answers with one JSON object and exit code 0, whatever happens: a host
// takes another code for a block, or for a fault that its user must see.
const (
	nothing      = "{}"
	hookDeadline = 250 * time.Millisecond // from the start of the decision to its end
	maxEvent     = 16 << 20               // bytes; a larger event is not judged
)

func hookCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "hook", Usage: "one agent event as JSON on stdin, one decision as JSON on stdout",
		Description: "Exits with 0 and prints a JSON object whatever happens; {} is nothing to say. Starts no daemon.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "whose events these are; without it, the canonical form"},
			postureFlag(),
		},
		Action: func(c *cli.Context) error { return hook(c, t, c.String("agent")) },
	}
}

func postureFlag() cli.Flag {
	return &cli.StringFlag{Name: "posture", Usage: "deny, enrich, consult-unlock or nudge; without it, the configured one"}
}

// isHook says whether this command owes its caller a decision.
func isHook(path []string) bool {
	return slices.Equal(path, []string{"hook"}) || slices.Equal(path, []string{"pi", "hook"})
}

func hook(c *cli.Context, t terminal, agent string) error {
	if _, known := hosts.Find(agent); agent != "" && !known { // said, and decided all the same: a hook must not fail
		warn(t.err, fmt.Sprintf("no agent is named %q; the event is read in the canonical form. The agents are %s", agent, strings.Join(hosts.Names(), ", ")))
	}
	if p := c.String("posture"); p != "" {
		if _, known := hooks.ParsePosture(p); !known {
			warn(t.err, fmt.Sprintf("no posture is named %q; the configured one counts. The postures are %s", p, strings.Join(flagValues["posture"], ", ")))
		}
	}
	event, err := readEvent(t.in)
	if err != nil {
		return err
	}
	dirs, cfg, err := settings(t)
	if err != nil {
		return err
	}
	posture := c.String("posture")
	if posture == "" {
		posture = cfg.Hook.Posture
	}
	if !cfg.Hook.Enabled {
		return printDecision(t, []byte(nothing))
	}
	cwd, err := absolute(".")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context, hookDeadline)
	defer cancel()
	decide := func(ctx context.Context, e hooks.Envelope, posture string, tools hooks.Tools) (hooks.Decision, error) {
		d, err := client.Dial(ctx, client.Options{Dirs: dirs})
		if err != nil {
			return hooks.Decision{}, err
		}
		defer d.Close()
		return d.Decide(ctx, client.HookRequest{Envelope: e, Posture: posture, Tools: tools})
	}
	return printDecision(t, hosts.Hook(ctx, agent, event, hosts.HookOptions{CWD: cwd, Posture: posture, Decide: decide}))
}

func readEvent(r io.Reader) ([]byte, error) {
	event, err := io.ReadAll(io.LimitReader(r, maxEvent+1))
	if err == nil && len(event) > maxEvent {
		err = errors.New("the event is larger than 16 MiB and was not judged")
	}
	return event, err
}

func printDecision(t terminal, decision []byte) error {
	_, err := fmt.Fprintf(t.out, "%s\n", decision)
	return err
}
