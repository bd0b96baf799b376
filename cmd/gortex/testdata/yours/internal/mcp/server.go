package mcp

// NewServer serves a new connection, and writes each edit to the disk.
func NewServer() *Conn { return NewConn() }
