package engine

import "slices"

// contents reads a file into buf, or a larger one, up to a byte more than most.
func contents(path string, most int64, buf []byte) ([]byte, error) {
	f, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.close()
	// A byte of room beyond the end: where it stays empty, no other call must find the end.
	buf = slices.Grow(buf[:0], int(min(size, most))+1)
	for int64(len(buf)) <= most {
		buf = slices.Grow(buf, 1)
		room := buf[len(buf):min(int64(cap(buf)), most+1)]
		n, err := f.read(room)
		if err != nil {
			return nil, err
		}
		buf = buf[:len(buf)+n]
		if n == 0 || n < len(room) && int64(len(buf)) == size {
			break
		}
	}
	return buf, nil
}
