//go:build !linux && !darwin

package peer

func user(int) (int, error) { return 0, errUnknown }
