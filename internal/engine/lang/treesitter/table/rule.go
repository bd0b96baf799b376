package table

import (
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter"
)

// Role is what a kind of node does to the names around it.
type Role uint8

// The roles. A node without one is walked through.
const (
	Through  Role = iota // stands for its first child: parentheses, await, a dereference
	Skip                 // says nothing, nor does what it holds
	Block                // its locals end with it
	Type                 // defines a type: Name, Bases below it, Params that are fields, Body
	Func                 // defines a function or method: Name, Params, Result, Body
	Var                  // declares what its declarators name: Type, and Name and Value where it has no declarators
	Declared             // one declarator: Name, Value, perhaps Type
	Param                // a parameter: Name, Type, Value
	Member               // defines a member of an enumeration: Name
	Lambda               // a function without a name: Params, Body
	Bases                // lists the types that the definition around it derives from
	Modifier             // visibility and the like
	Return               // tells the result of the function around it, where that has no type
	Foreach              // binds Name to the elements of Value in Body
	Assign               // Name (left) becomes Value
	Name                 // a use of a name
	TypeName             // a use of a type's name
	Dot                  // Object.Name
	Call                 // Function(…), or Object.Name(…)
	New                  // makes one of Type
	Cast                 // Value as Type
	Index                // an element of Object
	Generic              // a type with arguments: Name and the types in Args
	List                 // a list of its first child: Java's T[]
	Self                 // this
	Super                // super
	Either               // Value or what stands in Else: c ? a : b
)

// Rule says what one kind of node is. The strings are the grammar's names of
// fields; "" where there is none, and then the first child that can be it.
type Rule struct {
	Role                                Role
	Token                               bool      // the node is a word of the language
	Kind                                lang.Kind // of what it defines
	Name, Object, Function, Type, Value string
	Params, Result, Body, Args, Else    string
	Do                                  func(x *Extractor, i uint32)                                       // instead of the role
	Expr                                func(x *Extractor, dst []byte, i uint32, depth int) ([]byte, bool) // what it stands for, instead of the role
}

// Rules are by kind of node, as the grammar names it.
type Rules map[string]Rule

// rule is a Rule with the fields' numbers.
type rule struct {
	role                                                                        Role
	kind                                                                        lang.Kind
	name, object, function, typ, value, params, result, body, args, alternative uint16
	do                                                                          func(*Extractor, uint32)
	expr                                                                        func(*Extractor, []byte, uint32, int) ([]byte, bool)
}

// compiled is what a language's table becomes when it is first needed: the
// numbers of kinds and fields.
type compiled struct {
	vocabulary treesitter.Vocabulary
	rules      []rule // by the number of the kind; 0 is every other kind
	kinds      map[string]uint16
	fields     map[string]uint16
}

func compile(table Rules, drop []string) *compiled {
	c := &compiled{rules: make([]rule, 1), kinds: map[string]uint16{}, fields: map[string]uint16{"": 0}}
	c.vocabulary.Kinds = []string{""}
	c.vocabulary.Fields = []string{""}
	c.vocabulary.Drop = drop
	for name, r := range table {
		n := uint16(len(c.rules))
		c.kinds[name] = n
		c.vocabulary.Kinds = append(c.vocabulary.Kinds, name)
		c.rules = append(c.rules, rule{
			role: r.Role, kind: r.Kind, do: r.Do, expr: r.Expr,
			name: c.field(r.Name), object: c.field(r.Object), function: c.field(r.Function), typ: c.field(r.Type), value: c.field(r.Value),
			params: c.field(r.Params), result: c.field(r.Result), body: c.field(r.Body), args: c.field(r.Args), alternative: c.field(r.Else),
		})
		if r.Token {
			c.vocabulary.Tokens = append(c.vocabulary.Tokens, name)
		}
		if r.Role == Name || r.Role == TypeName || r.Role == Self || r.Role == Super {
			if r.Do == nil {
				c.vocabulary.Leaves = append(c.vocabulary.Leaves, n)
			}
		}
	}
	c.vocabulary.Error = uint16(len(c.rules)) // what could not be parsed is walked through
	c.rules = append(c.rules, rule{})
	c.vocabulary.Kinds = append(c.vocabulary.Kinds, "ERROR")
	return c
}

func (c *compiled) field(name string) uint16 {
	n, ok := c.fields[name]
	if !ok {
		n = uint16(len(c.vocabulary.Fields))
		c.fields[name] = n
		c.vocabulary.Fields = append(c.vocabulary.Fields, name)
	}
	return n
}
