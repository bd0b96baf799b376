//go:build !unix

package engine

import "errors"

// mapped is for Unix alone.
func mapped(string, int) ([]byte, func() error, error) {
	return nil, nil, errors.ErrUnsupported
}
