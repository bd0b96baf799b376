// Package assets hands out the extension that runs inside Pi. It holds the file and
// nothing about it: where it goes and what is written into it is decided elsewhere.
package assets

import _ "embed"

// Extension is index.ts as it stands beside this file.
//
//go:embed index.ts
var Extension string
