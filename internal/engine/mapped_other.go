//go:build !unix

package engine

import "errors"

// mapped is for Unix alone.
func mapped(string, int) ([]byte, bool, func() error, error) {
	return nil, false, nil, errors.ErrUnsupported
}
