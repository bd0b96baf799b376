package mcp

// Conn is a connection.
type Conn struct{}

// NewConn opens one.
func NewConn() *Conn { return &Conn{} }
