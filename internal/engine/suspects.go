package engine

import (
	"crypto/sha256"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gortexhq/gortex/internal/version"
)

// suspects remember which contents a process was reading when it died: a source over which
// C, or a stack that grows without end, takes the process along must not do so at each start.
// What is being read stands in a file that is mapped into memory, so that noting it costs no
// call of the system and outlives the process:
//
//	which build(32)   mark mark …      mark: hash of the contents(32) state(4)
//
// Who dies for another reason leaves marks on innocents too. So one death makes contents a
// suspect: they are read while no other suspect is, and whoever survives that is one no more.
// Two deaths are believed, until the contents change, or gortex does.
type suspects struct {
	marks []mark
	close func() error

	alone sync.Mutex // held while a suspect is read

	mu      sync.Mutex
	free    []int
	accused map[[32]byte]int // marks of those that a process died over; guarded by mu, as free
}

type mark struct {
	hash  [32]byte
	state atomic.Uint32 // how many processes have died over it, and beingRead
}

const (
	// suspectsFile is in Options.CacheDir.
	suspectsFile = "reading"
	// beingRead is set in a mark's state while its contents are read.
	beingRead = 1 << 31
	// believed is how many deaths are no chance.
	believed = 2
	// maxMarks is far more than there are workers: what finds none free is read unmarked.
	maxMarks = 512

	markSize     = int(unsafe.Sizeof(mark{}))
	suspectsSize = sha256.Size + maxMarks*markSize
)

var errDeadly = errors.New("two processes ended while they read it: it is left out until it changes")

// openSuspects reads file and counts the deaths in it. Where there is none to be had, or
// another engine has it, nothing is remembered.
func openSuspects(file string, log *slog.Logger) *suspects {
	s := &suspects{close: func() error { return nil }, accused: map[[32]byte]int{}}
	memory, closeFile, err := mapped(file, suspectsSize)
	if err != nil {
		log.Info("what ends a process will not be remembered", "file", file, "error", err)
		return s
	}
	s.close = closeFile
	s.marks = unsafe.Slice((*mark)(unsafe.Pointer(&memory[sha256.Size])), maxMarks)
	build := sha256.Sum256([]byte(version.Version + "+" + version.Commit()))
	if [32]byte(memory) != build {
		clear(memory) // another build may survive
		copy(memory, build[:])
	}
	for i := range s.marks {
		s.count(i)
	}
	return s
}

// count takes up mark i of a process that is no more.
func (s *suspects) count(i int) {
	m := &s.marks[i]
	deaths := m.state.Load()
	if deaths&beingRead != 0 {
		deaths = min(deaths&^beingRead+1, believed)
	}
	if other, twice := s.accused[m.hash]; twice && deaths > 0 { // equal files, read at once
		s.marks[other].state.Store(max(s.marks[other].state.Load(), deaths))
		deaths = 0
	}
	m.state.Store(deaths)
	if deaths == 0 {
		s.free = append(s.free, i)
		return
	}
	s.accused[m.hash] = i
}

// during calls read, which reads contents with that hash, unless these are deadly.
func (s *suspects) during(hash [32]byte, read func()) error {
	i, accused := s.mark(hash)
	if accused {
		s.alone.Lock()
		defer s.alone.Unlock()
		if i, accused = s.mark(hash); accused { // nobody has cleared it meanwhile
			if s.marks[i].state.Load() >= believed {
				return errDeadly
			}
			s.marks[i].state.Add(beingRead)
		}
	}
	if i >= 0 {
		defer s.acquit(i)
	}
	read()
	return nil
}

// mark notes that contents are being read and returns where, -1 for nowhere; of those that
// are accused it only says where they stand.
func (s *suspects) mark(hash [32]byte) (i int, accused bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, accused := s.accused[hash]; accused {
		return i, true
	}
	if len(s.free) == 0 {
		return -1, false
	}
	i = s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.marks[i].hash = hash
	s.marks[i].state.Store(beingRead)
	return i, false
}

// acquit forgets what was read, and survived.
func (s *suspects) acquit(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks[i].state.Store(0)
	delete(s.accused, s.marks[i].hash)
	s.free = append(s.free, i)
}
