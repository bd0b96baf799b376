package walk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// versionControl names the folders in which tools keep their history.
var versionControl = map[string]bool{
	".git": true, ".hg": true, ".svn": true, ".jj": true, ".bzr": true, "CVS": true, "_darcs": true, ".sl": true,
}

// installed names the folders that package managers and tools fill: nobody's
// source, whether git ignores them or not.
var installed = map[string]bool{
	"node_modules": true, "bower_components": true, "jspm_packages": true, ".pnpm-store": true,
	"__pycache__": true, ".venv": true, ".tox": true, ".nox": true, ".mypy_cache": true, ".pytest_cache": true,
	".ruff_cache": true, ".gradle": true, ".terraform": true, ".bundle": true,
}

// dependencies returns why the folder at file, called base, is one that a
// package manager filled, or "".
func dependencies(file, base string) string {
	if installed[base] {
		return "dependencies (" + base + ")"
	}
	switch base {
	case "venv", "env", "virtualenv":
		if _, err := os.Lstat(filepath.Join(file, "pyvenv.cfg")); err == nil {
			return "dependencies (a Python virtual environment)"
		}
	}
	return ""
}

// oddity says what a file is that is neither a regular file nor a folder.
func oddity(m fs.FileMode) string {
	switch {
	case m&fs.ModeSymlink != 0:
		return "symbolic link"
	case m&fs.ModeNamedPipe != 0:
		return "named pipe"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&fs.ModeDevice != 0:
		return "device"
	}
	return "not a regular file"
}

func tooLarge(size, limit int64) string {
	return fmt.Sprintf("%s, over the limit of %s", bytesText(size), bytesText(limit))
}

func bytesText(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}

// reason is an error without the path, which the Skip already has.
func reason(err error) string {
	if perr, ok := errors.AsType[*fs.PathError](err); ok {
		err = perr.Err
	}
	return "unreadable: " + err.Error()
}
