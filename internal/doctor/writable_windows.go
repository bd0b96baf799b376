package doctor

import "os"

// writable tries: an ACL cannot be read off a mode.
func writable(dir string) error {
	f, err := os.CreateTemp(dir, ".gortex-*")
	if err != nil {
		return err
	}
	f.Close()
	return os.Remove(f.Name())
}
