package config

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Key is one setting as documentation shows it.
type Key struct {
	Key     string
	Env     string // "" when no variable sets it
	Project bool   // a project's file may set it
	Default string // in the form that a file or a variable would give it
	Doc     string
}

// Keys returns every setting, in the order of the documentation.
func Keys() []Key {
	keys := make([]Key, len(table))
	for i, r := range table {
		keys[i] = Key{r.Key, r.Env, r.Project, r.Default, r.Doc}
	}
	return keys
}

// row is one setting with how to set it: environment, files, documentation and
// refusal all follow from it.
type row struct {
	Key, Env string
	Project  bool
	Default  string
	Doc      string
	kind
}

// kind is how a setting's value is read and shown.
type kind struct {
	set  func(*Config, any) error // value: string from the environment; string, bool, int64, float64 or []any from a file
	show func(*Config) string     // in the form that a file or a variable would give it
}

const (
	project = true  // a project may set it
	refused = false // it may not: it would choose what runs
)

var table = []row{
	{"bin", "GORTEX_BIN", refused, "", "path of the gortex binary; empty is the one that `gortex pi install` baked in, then `PATH`", text(func(c *Config) *string { return &c.Bin })},
	{"native_mcp", "GORTEX_NATIVE_MCP", project, "true", "let Pi's own MCP client have the tools, where Pi has one", boolean(func(c *Config) *bool { return &c.NativeMCP })},
	{"hook.enabled", "GORTEX_HOOK", project, "true", "look at tool calls at all", boolean(func(c *Config) *bool { return &c.Hook.Enabled })},
	{"hook.posture", "GORTEX_POSTURE", project, "deny", "`deny`, `enrich`, `consult-unlock` or `nudge`", oneOf(func(c *Config) *string { return &c.Hook.Posture }, "deny", "enrich", "consult-unlock", "nudge")},
	{"brief.enabled", "GORTEX_BRIEF", project, "true", "open a session with a briefing", boolean(func(c *Config) *bool { return &c.Brief.Enabled })},
	{"diff.enabled", "GORTEX_DIFF", project, "true", "put the diff of an edit into the session's details", boolean(func(c *Config) *bool { return &c.Diff.Enabled })},
	{"diff.max_file_bytes", "GORTEX_DIFF_MAX_FILE_BYTES", project, "1 MiB", "larger files get a note instead", size(func(c *Config) *int64 { return &c.Diff.MaxFileBytes }, 1<<10, 64<<20)},
	{"timeouts.init", "GORTEX_TIMEOUT_INIT", project, "60s", "handshake with an MCP server", duration(func(c *Config) *time.Duration { return &c.Timeouts.Init }, time.Second, 10*time.Minute)},
	{"timeouts.rpc", "GORTEX_TIMEOUT_RPC", project, "30s", "ordinary request", duration(func(c *Config) *time.Duration { return &c.Timeouts.RPC }, time.Second, 10*time.Minute)},
	{"timeouts.call", "GORTEX_TIMEOUT_CALL", project, "600s", "tool call", duration(func(c *Config) *time.Duration { return &c.Timeouts.Call }, time.Second, time.Hour)},
	{"timeouts.hook", "GORTEX_TIMEOUT_HOOK", project, "5s", "decision about one tool call of Pi's, 1.75s at most; `gortex hook` has 250ms whatever this says", duration(func(c *Config) *time.Duration { return &c.Timeouts.Hook }, 50*time.Millisecond, time.Minute)},
	{"timeouts.ready", "GORTEX_TIMEOUT_READY", project, "15s", "how long the first prompt waits for tools that the extension registers", duration(func(c *Config) *time.Duration { return &c.Timeouts.Ready }, 0, time.Minute)},
	{"timeouts.ready_native", "GORTEX_TIMEOUT_READY_NATIVE", project, "5s", "the same beyond Pi's own wait for its MCP servers", duration(func(c *Config) *time.Duration { return &c.Timeouts.ReadyNative }, 0, time.Minute)},
	{"limits.frame_bytes", "GORTEX_FRAME_BYTES", project, "64 MiB", "largest frame that is read; what goes to Pi is at most 15 MiB in any case", size(func(c *Config) *int64 { return &c.Limits.FrameBytes }, 1<<20, 256<<20)},
	{"tools.preset", "GORTEX_PRESET", project, "core", "which tools are listed from the start: `core`, `read` (none that writes) or `full` (none is deferred)", oneOf(func(c *Config) *string { return &c.Tools.Preset }, "core", "read", "full")},
	{"daemon.idle_exit", "GORTEX_IDLE_EXIT", refused, "30m", "the daemon ends after this long without connections; 0 is never", duration(func(c *Config) *time.Duration { return &c.Daemon.IdleExit }, 0, 30*24*time.Hour)},
	{"daemon.socket", "GORTEX_SOCKET", refused, "", "path of the daemon's socket; empty is the default place", text(func(c *Config) *string { return &c.Daemon.Socket })},
	{"index.max_file_bytes", "", project, "2 MiB", "larger files are not indexed", size(func(c *Config) *int64 { return &c.Index.MaxFileBytes }, 1<<10, 64<<20)},
	{"index.exclude", "", project, "", "patterns, as in .gitignore, of what is left out beyond the ignore files", list(func(c *Config) *[]string { return &c.Index.Exclude })},
}

var rows = func() map[string]row {
	m := make(map[string]row, len(table))
	for _, r := range table {
		m[r.Key] = r
	}
	return m
}()

func text(field func(*Config) *string) kind {
	set := func(c *Config, v any) error {
		s, ok := v.(string)
		if !ok {
			return fmt.Errorf("a text in quotes is wanted, not %v", v)
		}
		*field(c) = s
		return nil
	}
	return kind{set, func(c *Config) string { return *field(c) }}
}

func oneOf(field func(*Config) *string, values ...string) kind {
	set := func(c *Config, v any) error {
		for _, want := range values {
			if v == any(want) {
				*field(c) = want
				return nil
			}
		}
		return fmt.Errorf("%q is none of %s", fmt.Sprint(v), strings.Join(values, ", "))
	}
	return kind{set, func(c *Config) string { return *field(c) }}
}

func boolean(field func(*Config) *bool) kind {
	set := func(c *Config, v any) error {
		switch v := v.(type) {
		case bool:
			*field(c) = v
			return nil
		case string:
			switch strings.ToLower(v) {
			case "1", "true", "on", "yes":
				*field(c) = true
				return nil
			case "0", "false", "off", "no":
				*field(c) = false
				return nil
			}
		}
		return fmt.Errorf("true or false is wanted, not %v", v)
	}
	return kind{set, func(c *Config) string { return strconv.FormatBool(*field(c)) }}
}

// duration takes Go's form ("5s", "30m") or a number of seconds.
func duration(field func(*Config) *time.Duration, least, most time.Duration) kind {
	set := func(c *Config, v any) error {
		var d time.Duration
		switch v := v.(type) {
		case int64:
			if v > int64(most/time.Second) { // before the product can overflow
				return fmt.Errorf("%d s is out of bounds, %v to %v", v, least, most)
			}
			d = time.Duration(v) * time.Second
		case float64: // NaN is out of every bound
			d = time.Duration(math.Min(v, most.Seconds()+1) * float64(time.Second))
		case string:
			seconds, err := strconv.ParseInt(v, 10, 32)
			if d = time.Duration(seconds) * time.Second; err != nil {
				if d, err = time.ParseDuration(v); err != nil {
					return fmt.Errorf("a time such as \"30s\" or \"5m\" is wanted, not %q", v)
				}
			}
		default:
			return fmt.Errorf("a time such as \"30s\" is wanted, not %v", v)
		}
		if d < least || d > most {
			return fmt.Errorf("%v is out of bounds, %v to %v", d, least, most)
		}
		*field(c) = d
		return nil
	}
	return kind{set, func(c *Config) string { return shortDuration(*field(c)) }}
}

// size takes a number of bytes, or a text such as "2 MiB".
func size(field func(*Config) *int64, least, most int64) kind {
	set := func(c *Config, v any) error {
		n, ok := v.(int64)
		if s, isText := v.(string); isText {
			n, ok = parseSize(s)
		}
		if !ok {
			return fmt.Errorf("a number of bytes, or a text such as \"2 MiB\", is wanted, not %v", v)
		}
		if n < least || n > most {
			return fmt.Errorf("%d bytes are out of bounds, %d to %d", n, least, most)
		}
		*field(c) = n
		return nil
	}
	return kind{set, func(c *Config) string { return shortSize(*field(c)) }}
}

func parseSize(s string) (int64, bool) {
	digits := strings.TrimRight(s, " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n, err := strconv.ParseInt(digits, 10, 40)
	if err != nil {
		return 0, false
	}
	switch strings.ToLower(strings.TrimSpace(s[len(digits):])) {
	case "", "b":
	case "k", "kb", "kib":
		n <<= 10
	case "m", "mb", "mib":
		n <<= 20
	case "g", "gb", "gib":
		n <<= 30
	default:
		return 0, false
	}
	return n, true
}

func list(field func(*Config) *[]string) kind {
	set := func(c *Config, v any) error {
		if v == any("") {
			*field(c) = nil
			return nil
		}
		items, ok := v.([]any)
		if !ok {
			return fmt.Errorf("a list of texts is wanted, not %v", v)
		}
		out := make([]string, len(items))
		for i, item := range items {
			if out[i], ok = item.(string); !ok {
				return fmt.Errorf("a list of texts is wanted; %v is none", item)
			}
		}
		*field(c) = out
		return nil
	}
	return kind{set, func(c *Config) string { return strings.Join(*field(c), ", ") }}
}
