package engine

import (
	"crypto/sha256"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/gortexhq/gortex/internal/engine/graph"
)

// Snapshot is an immutable state of one repository's graph: a query holds one from
// start to end. What reads sources (Source, Text, AST) reads them from disk.
type Snapshot struct {
	repo       *Repository
	g          *graph.Graph
	generation uint64
}

// Generation grows by one with every change.
func (s *Snapshot) Generation() uint64 { return s.generation }

// Root returns the repository's root.
func (s *Snapshot) Root() string { return s.repo.root }

// File is one indexed file.
type File struct {
	Path      string
	Language  string // "" for a file indexed as text only
	Size      int64
	ModTime   int64 // Unix nanoseconds; -1: it was written in the moment it was read
	Lines     int
	Hash      [32]byte // sha256 of the content that was read
	Symbols   int
	Generated bool
	Vendored  bool
	Test      bool
}

func publicFile(f *graph.File) File {
	return File{
		Path: f.Path, Language: f.Lang, Size: f.Size, ModTime: f.ModTime, Lines: int(f.Lines), Hash: f.Hash, Symbols: len(f.Symbols),
		Generated: f.Flags&graph.Generated != 0, Vendored: f.Flags&graph.Vendored != 0, Test: f.Flags&graph.Test != 0,
	}
}

// File returns the indexed file at path.
func (s *Snapshot) File(path string) (File, bool) {
	i, ok := s.g.File(path)
	if !ok || s.g.Files[i].Flags&graph.Binary != 0 {
		return File{}, false
	}
	return publicFile(s.g.Files[i]), true
}

// Files returns the indexed files, by path.
func (s *Snapshot) Files() []File {
	all := make([]File, 0, len(s.g.Files))
	for _, f := range s.g.Files {
		if f.Flags&graph.Binary == 0 {
			all = append(all, publicFile(f))
		}
	}
	return all
}

// Below returns the indexed files at or below dir, by path.
func (s *Snapshot) Below(dir string) iter.Seq[File] {
	from, to := s.g.Below(dir)
	return func(yield func(File) bool) {
		for _, f := range s.g.Files[from:to] {
			if f.Flags&graph.Binary == 0 && !yield(publicFile(f)) {
				return
			}
		}
	}
}

// FilesUnder returns how many source files are at or below dir.
func (s *Snapshot) FilesUnder(dir string) int {
	n := 0
	from, to := s.g.Below(dir)
	for _, f := range s.g.Files[from:to] {
		if f.Lang != "" {
			n++
		}
	}
	return n
}

// Source returns the bytes of an indexed file from disk. fresh is false when they
// differ from what was indexed.
func (s *Snapshot) Source(path string) (src []byte, fresh bool, err error) {
	i, ok := s.g.File(path)
	if !ok {
		return nil, false, fmt.Errorf("read %s: it is not indexed", path)
	}
	indexed := s.g.Files[i]
	f, err := os.Open(filepath.Join(s.repo.root, filepath.FromSlash(path)))
	if err != nil {
		return nil, false, fmt.Errorf("read: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, false, fmt.Errorf("read: %w", err)
	}
	src, err = io.ReadAll(io.LimitReader(f, s.repo.limits.Load().MaxFileBytes+1))
	if err != nil {
		return nil, false, fmt.Errorf("read: %w", err)
	}
	if int64(len(src)) == indexed.Size && info.ModTime().UnixNano() == indexed.ModTime {
		return src, true, nil
	}
	if fresh = sha256.Sum256(src) == indexed.Hash; !fresh {
		s.repo.note(path)
	}
	return src, fresh, nil
}
