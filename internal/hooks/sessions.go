package hooks

import (
	"encoding/json"
	"sync"
	"time"
)

const (
	defaultSessions   = 1024
	defaultSessionTTL = 24 * time.Hour
	maxSessionID      = 200 // bytes; hosts use UUIDs, and what is longer must not fill memory
)

// Sessions holds the posture state per session id: bounded, expiring. Safe for concurrent use. Save and load as JSON.
// A nil *Sessions keeps nothing.
type Sessions struct {
	max int
	ttl time.Duration

	mu sync.Mutex // guards byID
	// The number is small and an eviction rare, so that a scan for the oldest costs less than a list kept in order.
	byID map[string]session
}

// session is what one conversation has done so far.
type session struct {
	Consulted bool      `json:"consulted,omitempty"` // it called the graph at least once
	Streak    int       `json:"streak,omitempty"`    // would-be denials in a row
	Advised   topic     `json:"advised,omitempty"`   // advice it was given already
	Seen      time.Time `json:"seen"`
}

// NewSessions keeps at most max sessions, each for ttl after its last call; 0 means the default (1,024; a day).
func NewSessions(max int, ttl time.Duration) *Sessions {
	return &Sessions{max: max, ttl: ttl, byID: map[string]session{}}
}

// update applies f to a session's state and returns what came of it. Without an id there is no state: f sees a new session, and known is false.
func (s *Sessions) update(id string, now time.Time, f func(*session)) (after session, known bool) {
	if s == nil || id == "" || len(id) > maxSessionID {
		f(&after)
		return after, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	state, ok := s.byID[id]
	if ok && s.expired(state, now) {
		state = session{}
	}
	if !ok {
		s.makeRoom(now)
	}
	f(&state)
	state.Seen = now
	if s.byID == nil {
		s.byID = map[string]session{}
	}
	s.byID[id] = state
	return state, true
}

// forget drops a session that has ended.
func (s *Sessions) forget(id string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.byID, id)
}

func (s *Sessions) expired(state session, now time.Time) bool {
	ttl := s.ttl
	if ttl <= 0 {
		ttl = defaultSessionTTL
	}
	return now.Sub(state.Seen) > ttl
}

func (s *Sessions) limit() int {
	if s.max > 0 {
		return s.max
	}
	return defaultSessions
}

// makeRoom lets one more in: first the expired go, then the one that was silent longest. s.mu is held.
func (s *Sessions) makeRoom(now time.Time) {
	if len(s.byID) < s.limit() {
		return
	}
	for id, state := range s.byID {
		if s.expired(state, now) {
			delete(s.byID, id)
		}
	}
	for len(s.byID) >= s.limit() {
		s.dropOldest()
	}
}

func (s *Sessions) dropOldest() {
	var oldest string
	var seen time.Time
	for id, state := range s.byID {
		if oldest == "" || state.Seen.Before(seen) {
			oldest, seen = id, state.Seen
		}
	}
	delete(s.byID, oldest)
}

// MarshalJSON gives the state of all sessions, for UnmarshalJSON of a later process.
func (s *Sessions) MarshalJSON() ([]byte, error) {
	if s == nil {
		return []byte("{}"), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(s.byID)
}

// UnmarshalJSON replaces the state; on an error it is left as it was. The bounds of the receiver hold.
func (s *Sessions) UnmarshalJSON(b []byte) error {
	var byID map[string]session
	if err := json.Unmarshal(b, &byID); err != nil {
		return err
	}
	for id := range byID {
		if id == "" || len(id) > maxSessionID {
			delete(byID, id)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byID = byID
	for len(s.byID) > s.limit() {
		s.dropOldest()
	}
	return nil
}
