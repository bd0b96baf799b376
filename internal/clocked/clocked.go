// Package clocked ends work at a time without a timer: a timer wakes a thread to watch it,
// which costs a file, or a decision of the hook, a tenth of its time.
package clocked

import (
	"context"
	"time"
)

// Context is over at End for who asks, by Err or Deadline; it wakes nobody: its Done is the
// one around it.
type Context struct {
	context.Context
	End  time.Time
	Late error // what Err says from then on
}

// Deadline returns End.
func (c Context) Deadline() (time.Time, bool) { return c.End, true }

// Err returns why the context around is over, else Late from End on.
func (c Context) Err() error {
	if err := c.Context.Err(); err != nil || time.Now().Before(c.End) {
		return err
	}
	return c.Late
}
