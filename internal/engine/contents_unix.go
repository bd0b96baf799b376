//go:build unix

package engine

import (
	"slices"

	"golang.org/x/sys/unix"
)

// contents reads a file into buf, or a larger one, up to a byte more than most. Opened as
// os does, a file costs ten calls of the system, six of them to find that it cannot be
// waited for; four do.
func contents(path string, most int64, buf []byte) ([]byte, error) {
	fd, err := again(func() (int, error) { return unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0) })
	if err != nil {
		return nil, err
	}
	defer func() { _ = unix.Close(fd) }()
	var info unix.Stat_t
	if _, err := again(func() (int, error) { return 0, unix.Fstat(fd, &info) }); err != nil {
		return nil, err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, errIrregular
	}
	// A byte of room beyond the end: where it stays empty, no other call must find the end.
	buf = slices.Grow(buf[:0], int(min(info.Size, most))+1)
	for int64(len(buf)) <= most {
		buf = slices.Grow(buf, 1)
		room := buf[len(buf):min(int64(cap(buf)), most+1)]
		n, err := again(func() (int, error) { return unix.Read(fd, room) })
		if err != nil {
			return nil, err
		}
		buf = buf[:len(buf)+n]
		if n == 0 || n < len(room) && int64(len(buf)) == info.Size {
			break
		}
	}
	return buf, nil
}

// again repeats a call that a signal interrupted.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != unix.EINTR {
			return n, err
		}
	}
}
