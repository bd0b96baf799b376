package link

// value is what an expression stands for.
type value struct {
	kind  kind
	depth uint8 // a list of lists of … of it
	// instance: a value of the type id; otherwise the definition itself (the
	// class, the function, the variable).
	instance bool
	id       int32 // symbol, or module
}

type kind uint8

const (
	nothing  kind = iota // the zero value: not computed
	unknown              // cannot be told
	missing              // the type is ours and has no such member
	external             // outside the repository
	pkg                  // a module of the repository: id is its number
	symbol               // id is the symbol
	super                // the bases of the type id
)

var (
	anUnknown  = value{kind: unknown}
	anExternal = value{kind: external}
	aMissing   = value{kind: missing}
)

// definite says that the value leads to something of the repository.
func (v value) definite() bool { return v.kind >= pkg }

func (v value) pack() uint64 {
	p := uint64(uint32(v.id)) | uint64(v.kind)<<32 | uint64(v.depth)<<40
	if v.instance {
		p |= 1 << 48
	}
	return p
}

func unpack(p uint64) value {
	return value{kind: kind(p >> 32 & 0xff), depth: uint8(p >> 40), instance: p>>48&1 == 1, id: int32(uint32(p))}
}
