//go:build !unix

package engine

import (
	"io"
	"os"
)

// regular is an open file.
type regular struct{ *os.File }

func openRegular(path string) (f regular, size int64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return regular{}, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errIrregular
	}
	if err != nil {
		_ = file.Close()
		return regular{}, 0, err
	}
	return regular{file}, info.Size(), nil
}

// read returns 0 at the end.
func (f regular) read(room []byte) (int, error) {
	n, err := f.Read(room)
	if err == io.EOF {
		err = nil
	}
	return n, err
}

func (f regular) close() { _ = f.Close() }
