//go:build !linux

package edit

import (
	"errors"
	"io/fs"
	"os"
)

func anonymous(*os.Root, fs.FileMode) (*os.File, error) { return nil, errors.ErrUnsupported }

func linkAnonymous(*os.File, *os.Root, string) error { return errors.ErrUnsupported }
