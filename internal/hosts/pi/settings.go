package pi

import (
	"path/filepath"
	"time"

	"github.com/gortexhq/gortex/internal/config"
	"github.com/gortexhq/gortex/internal/home"
)

type settings struct {
	config.Config
	problems []string
	// projectsShim says that a project's files have the shim do something else than the
	// user's do: it then has to be told that it may read them.
	projectsShim bool
}

// posture is the one that was chosen, or "" where the daemon's own counts.
func (s settings) posture() string {
	if s.chosen("hook.posture") {
		return s.Hook.Posture
	}
	return ""
}

func (s settings) chosen(key string) bool { return s.Origin[key] != "default" }

// load resolves the settings of a session: the environment over the project's files
// (read only when Pi says that the project is trusted) over Pi's over gortex's own.
// The JSON files are the ones that the earlier extension read.
func (o Options) load(agentDir string, trusted bool) settings {
	if agentDir == "" {
		agentDir = o.agentDir()
	}
	var layers []config.Layer
	if trusted {
		pi := filepath.Join(o.CWD, ".pi")
		layers = append(layers,
			config.Layer{File: filepath.Join(pi, "gortex.toml"), Project: true},
			config.Layer{File: filepath.Join(pi, "gortex.json"), Project: true, JSON: true},
			config.Layer{File: filepath.Join(o.CWD, ".gortex.toml"), Project: true})
	}
	layers = append(layers,
		config.Layer{File: filepath.Join(agentDir, "gortex.toml")},
		config.Layer{File: filepath.Join(agentDir, "gortex.json"), JSON: true})
	if dirs, err := home.Resolve(o.Getenv); err == nil {
		layers = append(layers, config.Layer{File: filepath.Join(dirs.Config, "config.toml")})
	}
	cfg, problems := config.Load(o.Getenv, layers)
	s := settings{Config: cfg}
	s.projectsShim = trusted && forShim(s) != forShim(o.load(agentDir, false))
	for _, p := range problems {
		s.problems = append(s.problems, p.String())
	}
	return s
}

// shimSettings are what the shim acts on and a project may set.
type shimSettings struct {
	preset          string
	diff            bool
	diffBytes       int64
	init, rpc, call time.Duration
	frameBytes      int64
}

func forShim(s settings) shimSettings {
	return shimSettings{s.Tools.Preset, s.Diff.Enabled, s.Diff.MaxFileBytes, s.Timeouts.Init, s.Timeouts.RPC, s.Timeouts.Call, s.Limits.FrameBytes}
}

// agentDir is Pi's folder for this user.
func (o Options) agentDir() string {
	if dir := o.Getenv("PI_CODING_AGENT_DIR"); dir != "" {
		return normalizePath(dir, o.userHome())
	}
	return filepath.Join(o.userHome(), ".pi", "agent")
}

func (o Options) userHome() string {
	if dir := o.Getenv("HOME"); dir != "" {
		return dir
	}
	return o.Getenv("USERPROFILE")
}
