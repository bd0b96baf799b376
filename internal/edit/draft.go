package edit

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
)

// draft is content on the disk, beside its target, that is not yet in its place. Where
// the system has files without a name it is one, so that a process that is killed while
// it writes leaves nothing.
type draft struct {
	at      *os.Root    // the target's folder
	temp    string      // its name there, once it has one
	info    fs.FileInfo // of the file it is to replace; nil: of none
	content []byte
	f       *os.File // while it has no name
	named   bool
}

const tempPrefix, tempSuffix = ".gortex-", ".tmp"

// tempName is a name that nobody has.
func tempName() string { return tempPrefix + rand.Text() + tempSuffix }

// write puts the content on the disk, with the owner and mode of what it replaces.
func (d *draft) write() error {
	f, err := anonymous(d.at, d.mode())
	if err != nil { // no such files here
		return d.writeNamed()
	}
	if err := d.fill(f); err != nil {
		return errors.Join(err, f.Close())
	}
	d.f = f
	return nil
}

func (d *draft) writeNamed() error {
	f, err := d.at.OpenFile(d.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, d.mode())
	if err != nil {
		return err
	}
	d.named = true
	return errors.Join(d.fill(f), f.Close())
}

func (d *draft) mode() fs.FileMode {
	if d.info == nil {
		return 0o666 // what the user's umask leaves of it
	}
	return 0o600
}

func (d *draft) fill(f *os.File) error {
	_, err := f.Write(d.content)
	if err == nil && d.info != nil {
		err = likeOriginal(f, d.info)
	}
	if err == nil {
		err = f.Sync()
	}
	return err
}

// name gives the draft its name.
func (d *draft) name() error {
	if d.f == nil {
		return nil
	}
	f := d.f
	d.f = nil
	err := linkAnonymous(f, d.at, d.temp)
	_ = f.Close() // synced already
	if err != nil {
		return d.writeNamed()
	}
	d.named = true
	return nil
}

// drop leaves nothing of a draft that is in its place, or is to be nowhere.
func (d *draft) drop() {
	if d.f != nil {
		_ = d.f.Close()
		d.f = nil
	}
	if d.named {
		_ = d.at.Remove(d.temp)
		d.named = false
	}
}
