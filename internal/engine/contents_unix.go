//go:build unix

package engine

import "golang.org/x/sys/unix"

// regular is an open file. Opened as os does, it costs ten calls of the system, six of them
// to find that it cannot be waited for; four do.
type regular int

func openRegular(path string) (f regular, size int64, err error) {
	fd, err := again(func() (int, error) { return unix.Open(path, unix.O_RDONLY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0) })
	if err != nil {
		return 0, 0, err
	}
	var info unix.Stat_t
	_, err = again(func() (int, error) { return 0, unix.Fstat(fd, &info) })
	if err == nil && info.Mode&unix.S_IFMT != unix.S_IFREG {
		err = errIrregular
	}
	if err != nil {
		regular(fd).close()
		return 0, 0, err
	}
	return regular(fd), info.Size, nil
}

// read returns 0 at the end.
func (f regular) read(room []byte) (int, error) {
	return again(func() (int, error) { return unix.Read(int(f), room) })
}

func (f regular) close() { _ = unix.Close(int(f)) }

// again repeats a call that a signal interrupted.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != unix.EINTR {
			return n, err
		}
	}
}
