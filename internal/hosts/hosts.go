// Package hosts is what every host adapter shares: the registry of hosts, one hook
// event from bytes to bytes, and files that are installed whole and taken away
// whole. What a host calls its tools lives in the host's own folder.
package hosts

import (
	"fmt"
	"slices"

	"github.com/gortexhq/gortex/internal/hooks"
)

// Host is an agent program's side of the hook: its vocabulary and its answers.
type Host interface {
	Name() string
	// Translate reads one event as the host writes it. cwd stands in where this host's
	// events name no folder. Tools are the ones that a session of this host can call, under
	// the names it shows; nil leaves that to the default.
	Translate(event []byte, cwd string) (hooks.Envelope, hooks.Tools)
	// Answer is the decision as the host reads it: one JSON object.
	Answer(hooks.Envelope, hooks.Decision) any
}

var registry []Host

// Register adds a host; called from the init of the host's own folder.
func Register(h Host) {
	if _, taken := Find(h.Name()); taken {
		panic(fmt.Sprintf("hosts: %s is registered twice", h.Name()))
	}
	registry = append(registry, h)
}

// Find returns the host of that name.
func Find(name string) (Host, bool) {
	i := slices.IndexFunc(registry, func(h Host) bool { return h.Name() == name })
	if i < 0 {
		return nil, false
	}
	return registry[i], true
}

// Names of the hosts, sorted.
func Names() []string {
	var names []string
	for _, h := range registry {
		names = append(names, h.Name())
	}
	slices.Sort(names)
	return names
}

// canonical is the host that already speaks our vocabulary.
type canonical struct{}

func (canonical) Name() string { return "" }

// Translate takes the event as it is: a folder that it does not name is not guessed.
func (canonical) Translate(event []byte, _ string) (hooks.Envelope, hooks.Tools) {
	return hooks.ParseEnvelope(event), nil
}

func (canonical) Answer(_ hooks.Envelope, d hooks.Decision) any { return d }
