// Package mcp speaks the Model Context Protocol over lines: frames (frame.go),
// then messages (message.go), then connections (conn.go), then the protocol's
// methods (server.go, client.go), and a proxy that does not decode (proxy.go).
// No host, no tool and nothing of gortex's own methods lives here, but for one
// prefix that a proxy refuses.
package mcp

import "errors"

// Versions of the protocol that are spoken, newest first: those that Pi accepts.
var Versions = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

// ErrClosed is what calls get whose connection has ended, or ends under them.
var ErrClosed = errors.New("connection closed")

const (
	methodInitialize   = "initialize"
	methodPing         = "ping"
	methodListTools    = "tools/list"
	methodCallTool     = "tools/call"
	methodListRoots    = "roots/list"
	methodInitialized  = "notifications/initialized"
	methodCancelled    = "notifications/cancelled"
	methodProgress     = "notifications/progress"
	methodToolsChanged = "notifications/tools/list_changed"
)
