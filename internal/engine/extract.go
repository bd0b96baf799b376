package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gortexhq/gortex/internal/clocked"
	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

const (
	// fileDeadline is what one file may take: the slowest real one of ten thousand took half a second.
	fileDeadline = 5 * time.Second
	// racy is how old a file must be when it is read for its time stamp to be
	// trusted: a second write may leave the same one behind.
	racy = 20 * time.Millisecond
)

// reading is the outcome of reading one file: file is nil when it could not be had.
type reading struct {
	path   string
	file   *graph.File
	reason string // why nothing, or not all, of it was had
}

// many files at once are no edit that somebody waits for.
const many = 64

// extract reads files in parallel, and returns the outcomes in no order. What the graph has
// of the same bytes is not parsed again.
func (r *Repository) extract(ctx context.Context, from *queue, n *run) ([]reading, error) {
	outcomes := make([][]reading, r.engine.options.Workers)
	total, all := from.size()
	if all {
		outcomes = outcomes[:min(len(outcomes), total)]
	}
	report := func(done int) {
		if total, all := from.size(); all && total > 0 { // while it walks nobody knows of how many
			n.report("extract", done, total)
		}
	}
	report(0)
	g := r.base()
	var done atomic.Int64
	var workers sync.WaitGroup
	for i := range outcomes {
		workers.Go(func() {
			standAside := sync.OnceFunc(aside)
			x := &extractor{root: r.root, names: r.names.Interner(), suspect: r.engine.suspect, limits: &r.limits}
			for ctx.Err() == nil {
				e, before, ok := from.next()
				if !ok {
					return
				}
				if before >= many {
					standAside()
				}
				standBack()
				f, reason := x.read(ctx, e, known(g, e.Path))
				outcomes[i] = append(outcomes[i], reading{e.Path, f, reason})
				report(int(done.Add(1)))
			}
		})
	}
	workers.Wait()
	report(int(done.Load()))
	return slices.Concat(outcomes...), ctx.Err()
}

// known returns what a graph has of a file, or nil.
func known(g *graph.Graph, path string) *graph.File {
	if i, ok := g.File(path); ok {
		return g.Files[i]
	}
	return nil
}

// current says whether a graph has the file as it is on the disk, by its size and time.
func current(g *graph.Graph, e walk.Entry) bool {
	f := known(g, e.Path)
	return f != nil && f.Size == e.Size && f.ModTime == e.ModTime
}

// extractor is one worker; its buffer serves one file after the other.
type extractor struct {
	root    string
	names   *graph.Interner
	suspect *suspects
	limits  *atomic.Pointer[Limits]
	buf     []byte
}

func (x *extractor) read(ctx context.Context, e walk.Entry, old *graph.File) (f *graph.File, reason string) {
	src, err := x.load(e.Path)
	if err != nil {
		return nil, err.Error()
	}
	f = &graph.File{Path: e.Path, Size: int64(len(src)), ModTime: e.ModTime, Hash: sha256.Sum256(src)}
	if time.Now().UnixNano()-e.ModTime < int64(racy) {
		f.ModTime = -1
	}
	if old != nil && old.Hash == f.Hash {
		same := *old
		same.Size, same.ModTime = f.Size, f.ModTime
		return &same, old.Problem
	}
	f.Flags = flags(walk.Classify(e.Path, src))
	if f.Flags&graph.Binary != 0 {
		return f, ""
	}
	f.Lines = lines(src)
	l := lang.ByExtension(strings.ToLower(path.Ext(e.Path)))
	if l == nil {
		return f, ""
	}
	f.Lang = l.Name()
	var facts *lang.Facts
	err = x.suspect.during(f.Hash, func() (err error) {
		facts, err = guarded(clocked.Context{Context: ctx, End: time.Now().Add(fileDeadline), Late: errSlow}, l, e.Path, src)
		return err
	})
	if err != nil {
		f.Problem = err.Error()
		facts = &lang.Facts{}
	}
	if facts.Problem == "" {
		facts.Problem = f.Problem
	}
	f.Fill(x.names, facts, l.Unit(e.Path, facts))
	return f, f.Problem
}

// guarded runs a language's extractor: its panic costs one file, not the index.
func guarded(ctx context.Context, l lang.Language, path string, src []byte) (facts *lang.Facts, err error) {
	defer func() {
		if p := recover(); p != nil {
			facts, err = nil, fmt.Errorf("the %s reader failed on it: %v", l.Name(), p)
		}
	}()
	facts, err = l.Extract(ctx, path, src)
	if err == nil && facts == nil {
		err = errors.New("the reader found nothing")
	}
	return facts, err
}

var errSlow = fmt.Errorf("it took longer than %s to read", fileDeadline)

// load returns a file's bytes, until the next load.
func (x *extractor) load(path string) ([]byte, error) {
	most := x.limits.Load().MaxFileBytes
	src, err := contents(filepath.Join(x.root, filepath.FromSlash(path)), most, x.buf)
	if err != nil {
		return nil, reason(err)
	}
	x.buf = src[:0]
	if int64(len(src)) > most {
		return nil, fmt.Errorf("it is larger than index.max_file_bytes, %d", most)
	}
	return src, nil
}

var errIrregular = errors.New("it is no regular file")

// reason drops the path from an error: it stands beside it anyway.
func reason(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err
	}
	return err
}

func flags(c walk.Class) graph.FileFlags {
	var f graph.FileFlags
	for _, x := range []struct {
		on   bool
		flag graph.FileFlags
	}{{c.Generated, graph.Generated}, {c.Vendored, graph.Vendored}, {c.Test, graph.Test}, {c.Binary, graph.Binary}} {
		if x.on {
			f |= x.flag
		}
	}
	return f
}

func lines(src []byte) int32 {
	n := int32(bytes.Count(src, []byte{'\n'}))
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}
