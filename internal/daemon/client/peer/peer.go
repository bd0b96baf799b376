// Package peer says which user is at the other end of a unix socket. Both ends ask:
// the daemon serves nobody else, and a process believes no daemon of somebody else.
package peer

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
)

// ErrOtherUser: the other end belongs to another user.
var ErrOtherUser = errors.New("the other end of the socket belongs to another user")

// errUnknown: this system does not tell; the mode of the socket's folder is what protects.
var errUnknown = errors.New("peer credentials are not known here")

// Check returns an error that is ErrOtherUser unless the process at the other end
// of conn belongs to the user uid (os.Getuid() but in tests).
func Check(conn net.Conn, uid int) error {
	sc, ok := conn.(syscall.Conn)
	if !ok {
		return fmt.Errorf("%T has no descriptor to ask for credentials", conn)
	}
	raw, err := sc.SyscallConn()
	if err != nil {
		return fmt.Errorf("peer credentials: %w", err)
	}
	other, asked := 0, error(nil)
	if err := raw.Control(func(fd uintptr) { other, asked = user(int(fd)) }); err != nil {
		return fmt.Errorf("peer credentials: %w", err)
	}
	switch {
	case errors.Is(asked, errUnknown):
		return nil
	case asked != nil:
		return fmt.Errorf("peer credentials: %w", asked)
	case other != uid:
		return fmt.Errorf("%w (%d)", ErrOtherUser, other)
	}
	return nil
}

// Self is the user that this process acts for.
func Self() int { return os.Geteuid() }
