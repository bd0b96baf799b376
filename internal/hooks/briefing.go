package hooks

import (
	"strconv"
	"strings"
	"time"
)

// maxBriefingBytes bounds the opening message: it stays in the session's context to the end.
const maxBriefingBytes = 2000

// Briefing is all that the session's opening message depends on.
type Briefing struct {
	Daemon  DaemonState
	Error   string // for DaemonErrored: what it answered
	Version string // the daemon's; "" when it is not known
	Floor   string // set when the daemon's version is below it, or its protocol differs: the model is told a tool may misbehave
	Place   PlaceState
	Root    string // of the repository, or the folder that is not covered
	Repos   []string
	Failed  []string // beside them: those that could not be read, deleted or broken
	Files   int
	Symbols int
	Percent int           // warming: how much is usable
	For     time.Duration // warming: since when
	Behind  int
	Posture Posture
	HookOff bool
	Tools   Tools
}

// DaemonState is how the daemon answered.
type DaemonState string

const (
	DaemonUnreachable DaemonState = "unreachable"
	DaemonErrored     DaemonState = "errored"
	DaemonBusy        DaemonState = "busy"
	DaemonWarming     DaemonState = "warming"
	DaemonReady       DaemonState = "ready"
)

// PlaceState is what the session's folder is to the daemon.
type PlaceState string

const (
	PlaceRoot       PlaceState = "root"      // cwd is a tracked root
	PlaceInside     PlaceState = "inside"    // inside one
	PlaceWorkspace  PlaceState = "workspace" // several below it
	PlaceAwaiting   PlaceState = "awaiting"  // being discovered
	PlaceNotCovered PlaceState = "not covered"
	PlaceUnknown    PlaceState = "unknown" // the daemon did not say
)

// Text is the message: at most 2,000 bytes, the last line is the readiness line with the version. The parts in the middle give way first.
func (b Briefing) Text() string {
	head := []string{clip(b.opening(), 1200)}
	for _, s := range []string{b.missing(), b.warning()} {
		if s != "" {
			head = append(head, clip(s, 200))
		}
	}
	last := clip(b.readiness(), 300)
	room := maxBriefingBytes - len(last) - len(strings.Join(head, "\n")) - 2
	var middle []string
	for _, line := range append(b.callable(), b.discipline()...) {
		if line = clip(line, 220); room >= len(line)+1 {
			middle, room = append(middle, line), room-len(line)-1
		}
	}
	return strings.Join(append(append(head, middle...), last), "\n")
}

// answers says that the tools can answer about this place, now or soon.
func (b Briefing) answers() bool {
	running := b.Daemon == DaemonReady || b.Daemon == DaemonWarming || b.Daemon == DaemonBusy
	return running && (b.covers() || b.Place == PlaceAwaiting || b.Place == PlaceUnknown)
}

// covers says that the session's folder is in the graph.
func (b Briefing) covers() bool {
	return b.Place == PlaceRoot || b.Place == PlaceInside || b.Place == PlaceWorkspace
}

// opening is the state in words, with the command that mends it.
func (b Briefing) opening() string {
	switch b.Daemon {
	case DaemonReady, DaemonWarming, DaemonBusy:
	case DaemonErrored:
		return "gortex answered with an error: " + orUnknown(b.Error) + ". Work without it; `gortex daemon stop`, then `gortex daemon start`, mends most of these, `gortex status` tells more."
	default:
		return "gortex, the code graph, is not running here. Work without it; `gortex daemon start` brings it up."
	}
	s := b.covered()
	if b.Daemon == DaemonBusy {
		s += " It is busy and not broken: its tools answer, some calls take longer."
	}
	if b.Daemon == DaemonWarming {
		s += " It is warming up for " + b.For.Round(time.Second).String() + ", " + strconv.Itoa(b.Percent) + "% is usable already; answers say what is missing."
	}
	return s
}

// covered is the place in words.
func (b Briefing) covered() string {
	switch b.Place {
	case PlaceRoot:
		return "gortex has this repository (" + b.Root + ") as a graph of its symbols, references and calls."
	case PlaceInside:
		return "gortex has the repository around this folder (" + b.Root + ") as a graph of its symbols, references and calls."
	case PlaceWorkspace:
		return "gortex has " + count(len(b.Repos), "repository") + " below this folder as one graph: " + some(b.Repos) + "."
	case PlaceUnknown:
		return "gortex, the code graph, runs here."
	case PlaceAwaiting:
		return "gortex is discovering " + orHere(b.Root) + "; its tools answer as soon as it is read. If it stays so: `gortex track " + orDir(b.Root) + "`."
	}
	return "gortex runs, but " + orHere(b.Root) + " is not covered: `gortex init " + orDir(b.Root) + "` or `gortex track " + orDir(b.Root) + "` adds it. Until then work without it."
}

// missing is the remark on what could not be read beside the rest.
func (b Briefing) missing() string {
	if len(b.Failed) == 0 {
		return ""
	}
	return "Not answered for: " + count(len(b.Failed), "repository") + " that could not be read (`gortex status` says why, `gortex untrack` forgets one that is gone): " + some(b.Failed)
}

func (b Briefing) warning() string {
	if b.Floor == "" || b.Daemon == DaemonUnreachable {
		return ""
	}
	return "The daemon is older than this integration needs (" + b.Floor + "): a tool may misbehave; `gortex daemon stop` lets the newer one start."
}

// callable lists the tools under this host's names.
func (b Briefing) callable() []string {
	if !b.answers() {
		return nil
	}
	var out []string
	for _, e := range eager {
		if name, ok := b.Tools.name(e.name); ok {
			out = append(out, "- `"+name+"`: "+e.phrase)
		}
	}
	if len(out) == 0 {
		return []string{"None of its tools can be called in this session."}
	}
	return append([]string{"Callable now:"}, out...)
}

// discipline is the posture's rule.
func (b Briefing) discipline() []string {
	_, search := b.Tools.name("search")
	_, read := b.Tools.name("read")
	if !b.answers() || b.Place == PlaceUnknown || (!search && !read) {
		return nil
	}
	if b.HookOff {
		return []string{"The hook is off: prefer these tools to grep and whole files by yourself."}
	}
	return []string{b.Posture.rule()}
}

// readiness is the last line; the version check reads the version in it.
func (b Briefing) readiness() string {
	who := "gortex " + b.Version
	if b.Version == "" {
		who = "gortex (version unknown)"
	}
	switch {
	case b.Daemon == DaemonErrored:
		return who + " errored"
	case b.Daemon == DaemonBusy:
		return who + " busy"
	case b.Daemon == DaemonWarming:
		return who + " warming: " + strconv.Itoa(b.Percent) + "%, " + b.size()
	case b.Daemon != DaemonReady:
		return who + " unreachable"
	case b.Place == PlaceAwaiting:
		return who + " up: this folder is being discovered"
	case b.Place == PlaceUnknown:
		return who + " up"
	case !b.covers():
		return who + " up: this folder is not covered"
	case b.Behind > 0:
		return who + " ready: " + b.size() + ", " + count(b.Behind, "file") + " behind the disk"
	}
	return who + " ready: " + b.size()
}

func (b Briefing) size() string { return count(b.Files, "file") + ", " + count(b.Symbols, "symbol") }

// some names a few of many.
func some(names []string) string {
	const most = 8
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
}

func orUnknown(s string) string {
	if s = oneLine(s); s == "" {
		return "no message"
	}
	return s
}

func orHere(root string) string {
	if root == "" {
		return "this folder"
	}
	return root
}

// orDir is a folder as an argument in a command to copy.
func orDir(root string) string {
	if root == "" {
		return "."
	}
	if strings.ContainsAny(root, " \t'\"$`\\&;()*?[]<>|#~!") {
		return "'" + strings.ReplaceAll(root, "'", `'\''`) + "'"
	}
	return root
}
