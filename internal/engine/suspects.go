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
// What crashes a process is written behind the marks: a process that somebody killed leaves
// nothing there, and nobody is to blame. Who crashes for another reason leaves marks on
// innocents too. So one death makes contents a suspect: they are read while nothing else is,
// and whoever survives that is one no more. Two deaths are believed, until the contents
// change, or gortex does.
type suspects struct {
	marks []mark
	close func() error

	alone sync.RWMutex // locked while a suspect is read, read-locked while others are

	mu      sync.Mutex
	free    []int
	accused map[[32]byte]int // marks of those that a process died over; guarded by mu, as free
}

type mark struct {
	hash  [32]byte
	state atomic.Uint32 // how many processes have crashed over it, and beingRead
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

var errDeadly = errors.New("two processes crashed while they read it: it is left out until it or gortex changes")

// openSuspects reads file and counts the deaths in it. Where there is none to be had, or
// another engine has it, nothing is remembered.
func openSuspects(file string, log *slog.Logger) *suspects {
	s := &suspects{close: func() error { return nil }, accused: map[[32]byte]int{}}
	memory, crashed, closeFile, err := mapped(file, suspectsSize)
	if err != nil {
		log.Info("what ends a process will not be remembered", "file", file, "error", err)
		return s
	}
	s.close = closeFile
	s.marks = unsafe.Slice((*mark)(unsafe.Pointer(&memory[sha256.Size])), maxMarks)
	build := sha256.Sum256([]byte(version.Build()))
	if [32]byte(memory) != build {
		clear(memory) // another build may survive
		copy(memory, build[:])
	}
	for i := range s.marks {
		s.count(i, crashed)
	}
	return s
}

// count takes up mark i of a process that is no more.
func (s *suspects) count(i int, crashed bool) {
	m := &s.marks[i]
	was := m.state.Load()
	deaths := was &^ beingRead
	if crashed && was != deaths {
		deaths = min(deaths+1, believed)
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

// during calls read, which reads contents with that hash, unless these are deadly. An error
// of read is no proof that they do no harm: it may not have come to the end of them.
func (s *suspects) during(hash [32]byte, read func() error) error {
	switch deaths := s.deaths(hash); {
	case deaths >= believed:
		return errDeadly
	case deaths > 0:
		s.alone.Lock()
		defer s.alone.Unlock()
	default:
		s.alone.RLock()
		defer s.alone.RUnlock()
	}
	i := s.mark(hash)
	err := read()
	if i >= 0 {
		s.unmark(i, err == nil)
	}
	return err
}

// deaths returns how many processes have crashed over contents with that hash.
func (s *suspects) deaths(hash [32]byte) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i, accused := s.accused[hash]; accused {
		return s.marks[i].state.Load()
	}
	return 0
}

// mark notes that contents are being read and returns where, -1 for nowhere.
func (s *suspects) mark(hash [32]byte) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, accused := s.accused[hash]
	if !accused {
		if len(s.free) == 0 {
			return -1
		}
		i = s.free[len(s.free)-1]
		s.free = s.free[:len(s.free)-1]
		s.marks[i].hash = hash
	}
	s.marks[i].state.Or(beingRead)
	return i
}

// unmark notes that contents are read, and no suspect any more if they were survived.
func (s *suspects) unmark(i int, survived bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := &s.marks[i]
	if m.state.And(^uint32(beingRead)) == beingRead || survived {
		m.state.Store(0)
		delete(s.accused, m.hash)
		s.free = append(s.free, i)
	}
}
