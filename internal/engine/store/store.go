// Package store keeps a repository's graph in one file, so that a start reads
// instead of parsing. The file is only a cache: what cannot be read is built again.
//
// # Format
//
//	"gortexix" format(4) length(8) crc32c(4)   of what follows, little endian
//	texts       length, bytes              every string, in the order of its first mention
//	root, the gortex that wrote it, files count, each: meta, symbols, references, imports, links
//	names       count, each: length        only those in use
//
// Numbers are varints; lines and offsets are written as differences from the
// entry before. Names are numbered anew on every write, by first use.
package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/gortexhq/gortex/internal/atomicfile"
	"github.com/gortexhq/gortex/internal/engine/graph"
	"github.com/gortexhq/gortex/internal/version"
)

const (
	magic  = "gortexix"
	header = len(magic) + 4 + 8 + 4
)

// ErrUnusable says that a stored index is of another format, of another root or
// damaged. The mend is to build it again.
var ErrUnusable = errors.New("stored index is unusable")

// maker names the build that reads sources: the next one may see more in the same bytes.
var maker = sync.OnceValue(version.Build)

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// Save writes g to path, which holds the old index or the new one at any time.
func Save(path, root string, g *graph.Graph) error {
	body := encode(root, g)
	size, sum := 0, uint32(0)
	for _, part := range body {
		size, sum = size+len(part), crc32.Update(sum, castagnoli(), part)
	}
	head := make([]byte, 0, header)
	head = append(head, magic...)
	head = binary.LittleEndian.AppendUint32(head, version.IndexFormat)
	head = binary.LittleEndian.AppendUint64(head, uint64(size))
	head = binary.LittleEndian.AppendUint32(head, sum)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil { // a crash of the machine is told by the checksum: the index is then built again
		err = atomicfile.WriteCache(path, atomicfile.Private, append([][]byte{head}, body...)...)
	}
	if err != nil {
		return fmt.Errorf("save index: %w", err)
	}
	return nil
}

// Load reads the graph of root from path. The error is fs.ErrNotExist where there
// is none, and ErrUnusable where it must be built again.
func Load(path, root string) (*graph.Graph, *graph.Names, error) {
	body, err := read(path)
	if err != nil {
		return nil, nil, fmt.Errorf("load index: %w", err)
	}
	g, names, err := decode(body, root)
	if err != nil {
		return nil, nil, fmt.Errorf("load index %s: %w: %w", path, ErrUnusable, err)
	}
	return g, names, nil
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head := make([]byte, header)
	if _, err := io.ReadFull(f, head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	rest := head[len(magic):]
	size := binary.LittleEndian.Uint64(rest[4:])
	switch {
	case string(head[:len(magic)]) != magic:
		return nil, fmt.Errorf("%w: it is something else", ErrUnusable)
	case binary.LittleEndian.Uint32(rest) != version.IndexFormat:
		return nil, fmt.Errorf("%w: format %d, this gortex has %d", ErrUnusable, binary.LittleEndian.Uint32(rest), version.IndexFormat)
	case size != uint64(info.Size())-uint64(header):
		return nil, fmt.Errorf("%w: it is cut short", ErrUnusable)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(f, body); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnusable, err)
	}
	if crc32.Checksum(body, castagnoli()) != binary.LittleEndian.Uint32(rest[12:]) {
		return nil, fmt.Errorf("%w: its checksum is wrong", ErrUnusable)
	}
	return body, nil
}
