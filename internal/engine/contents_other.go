//go:build !unix

package engine

import (
	"io"
	"os"
	"slices"
)

// contents reads a file into buf, or a larger one, up to a byte more than most.
func contents(path string, most int64, buf []byte) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errIrregular
	}
	buf = slices.Grow(buf[:0], int(min(info.Size(), most))+1)
	for int64(len(buf)) <= most {
		buf = slices.Grow(buf, 1)
		n, err := f.Read(buf[len(buf):min(int64(cap(buf)), most+1)])
		if buf = buf[:len(buf)+n]; err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	return buf, nil
}
