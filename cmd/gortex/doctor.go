package main

import (
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/doctor"
	"github.com/gortexhq/gortex/internal/home"
	"github.com/gortexhq/gortex/internal/hosts/pi"
)

func piDoctorCommand(t terminal) *cli.Command {
	return &cli.Command{
		Name: "doctor", Usage: "check every link between Pi and the graph; exits with 1 where one does not hold",
		Description: "Changes nothing and starts no daemon. The project's files count as in a project that Pi trusts.\n\n" +
			"Examples:\n   gortex pi doctor\n   gortex pi doctor --config   # every setting in force, and where it came from",
		Flags: []cli.Flag{
			agentDirFlag(), jsonFlag(),
			&cli.BoolFlag{Name: "config", Usage: "print every setting in force and the layer it came from instead"},
		},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			o := pi.DoctorOptions{Options: piOptions(t), AgentDir: c.String("agent-dir")}
			if c.Bool("config") {
				values, problems := pi.Settings(o)
				return printSettings(c, t, values, problems)
			}
			return printReport(c, t, pi.Doctor(c.Context, o))
		},
	}
}

// daemonDoctorCommand looks at the daemon alone: `gortex daemon doctor`, and `gortex
// doctor` for those who do not know yet where it hurts.
func daemonDoctorCommand(t terminal, usage string) *cli.Command {
	return &cli.Command{
		Name: "doctor", Usage: usage,
		Description: "Changes nothing and starts no daemon. Hosts have doctors of their own: gortex pi doctor, gortex claude doctor.",
		Flags:       []cli.Flag{jsonFlag(), &cli.BoolFlag{Name: "config", Usage: "print every setting in force and the layer it came from instead"}},
		Action: func(c *cli.Context) error {
			if err := noArgs(c); err != nil {
				return err
			}
			dirs, failed := home.Resolve(t.getenv) // what is wrong with a folder is for the doctor to find
			files := []string{}
			if failed == nil {
				files = append(files, filepath.Join(dirs.Config, "config.toml"))
			}
			cfg, problems := userConfig(t, files)
			if c.Bool("config") {
				return printSettings(c, t, cfg.Values(), problems)
			}
			if cfg.Daemon.Socket != "" {
				dirs = dirs.WithSocket(cfg.Daemon.Socket)
			}
			cwd, err := absolute(".")
			if err != nil {
				return err
			}
			return printReport(c, t, doctor.Report{Checks: doctor.Checks(doctor.Look(c.Context, doctor.Options{
				Dirs: dirs, DirsErr: failed, CWD: cwd, Problems: problems, Files: files,
			}))})
		},
	}
}

func userConfig(t terminal, files []string) (config.Config, []string) {
	var layers []config.Layer
	for _, f := range files {
		layers = append(layers, config.Layer{File: f})
	}
	cfg, problems := config.Load(t.getenv, layers)
	var texts []string
	for _, p := range problems {
		texts = append(texts, p.String())
	}
	return cfg, texts
}

// printReport prints what a doctor found, and fails where a link does not hold.
func printReport(c *cli.Context, t terminal, r doctor.Report) error {
	var err error
	if c.Bool("json") {
		err = printJSON(t, struct {
			OK     bool           `json:"ok"`
			Checks []doctor.Check `json:"checks"`
		}{r.OK(), r.Checks})
	} else {
		err = r.Write(t.out, colored(t))
	}
	if err == nil && !r.OK() {
		verb := "do"
		if r.Faults() == 1 {
			verb = "does"
		}
		err = fmt.Errorf("%d of %s %s not hold", r.Faults(), count(len(r.Checks), "link"), verb)
	}
	return err
}

// colored says whether signs may be colored: on a terminal, unless NO_COLOR is set
// (https://no-color.org) or the terminal is a dumb one.
func colored(t terminal) bool {
	return term.IsTerminal(int(t.out.Fd())) && t.getenv("NO_COLOR") == "" && t.getenv("TERM") != "dumb"
}

func printSettings(c *cli.Context, t terminal, values []config.Value, problems []string) error {
	if c.Bool("json") {
		return printJSON(t, struct {
			Settings []config.Value `json:"settings"`
			Problems []string       `json:"problems,omitempty"`
		}{values, problems})
	}
	for _, v := range values {
		shown := v.Value
		if shown == "" {
			shown = "–"
		}
		if _, err := fmt.Fprintf(t.out, "%-22s %-10s %s\n", v.Key, shown, v.Origin); err != nil {
			return err
		}
	}
	warn(t.err, problems...)
	return nil
}
