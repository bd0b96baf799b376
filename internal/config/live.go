package config

import (
	"bytes"
	"os"
	"sync"
	"sync/atomic"
)

// Live is settings whose files may change while a process lives: Look takes up what
// they say by then. The environment is as it was at the start. Safe for use from
// several goroutines.
type Live struct {
	getenv func(string) string
	layers []Layer
	inUse  atomic.Pointer[Config]

	mu       sync.Mutex // guards what is below
	seen     [][]byte   // the files' contents as of the last Look; nil where there is none
	problems []Problem
}

// Follow loads the layers, as Load does.
func Follow(getenv func(string) string, layers []Layer) *Live {
	l := &Live{getenv: getenv, layers: layers, seen: contents(layers)}
	cfg, problems := Load(getenv, layers)
	l.inUse.Store(&cfg)
	l.problems = problems
	return l
}

// Fixed are settings that stay as they are.
func Fixed(c Config) *Live {
	l := &Live{}
	l.inUse.Store(&c)
	return l
}

// Now returns the settings in force; the caller changes nothing in them.
func (l *Live) Now() *Config { return l.inUse.Load() }

// Problems returns what is wrong with the files, as of the last look at them.
func (l *Live) Problems() []Problem {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.problems
}

// Look reads the files again and says whether they have changed. One that cannot be read
// as a whole, which may be half written, changes nothing until it is mended. The contents
// are compared: a file's time does not tell apart two writes within a tick of its clock.
func (l *Live) Look() (changed bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := contents(l.layers)
	for i, content := range now {
		changed = changed || !bytes.Equal(content, l.seen[i])
	}
	if !changed {
		return false
	}
	l.seen = now // before the files are read once more: what changes in between is seen by the next look
	cfg, problems := Load(l.getenv, l.layers)
	l.problems = problems
	for _, p := range problems {
		if p.Whole {
			return true
		}
	}
	l.inUse.Store(&cfg)
	return true
}

func contents(layers []Layer) [][]byte {
	all := make([][]byte, len(layers))
	for i, layer := range layers {
		all[i], _ = os.ReadFile(layer.File) // Load says what is wrong with it
	}
	return all
}
