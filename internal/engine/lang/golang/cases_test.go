package golang_test

// cases: symbols are written "kind Parent.name : Type < Bases", references
// "kind In → Recv . Name".
var cases = []struct {
	name, src     string
	symbols, refs []string
}{
	{
		name: "functions, methods, fields and constants are symbols with their types",
		src: `package p
import "example.test/app/store"
type Server struct { store.Base; db *store.DB; list []Item; inner struct { n Item } }
func New(d *store.DB) (*Server, error) { return nil, nil }
func (s *Server) Items() []Item { return s.list }
type Getter interface { fmt.Stringer; Get(k string) (Item, bool) }
type List []Item
type Handler func(n int) *Server
type Alias = store.DB
const ( A Kind = iota; B; _ )
var one, two = New(nil), 2
var made = New(nil)
`,
		symbols: []string{
			"struct Server < store.Base", "field Server.db : store.DB", "field Server.list : Item[]", "field Server.inner", "field inner.n : Item",
			"function New : Server", "method (Server) Items : Item[]", "interface Getter < fmt.Stringer", "method Getter.Get : Item",
			"type List : Item[]", "type Handler : Server", "type Alias : store.DB", "constant A : Kind", "constant B : Kind",
			"variable one : =New()", "variable two", "variable made : =New()",
		},
		refs: []string{
			"inherit Server → store.Base", "type db → store.DB", "type list → Item", "type n → Item", "type New → store.DB", "type New → Server", "type Items → Server",
			"type Items → Item", "value Items → Server.list", "inherit Getter → fmt.Stringer", "type Get → Item", "type List → Item", "type Handler → Server", "type Alias → store.DB",
			"type A → Kind", "call one → New", "call made → New",
		},
	},
	{
		name: "receivers are built through locals",
		src: `package p
import "example.test/app/store"
func f(p *store.DB, list []Item, m map[Key]store.DB, c <-chan Item, g func() *Item) {
	a := store.Open(p); a.Close()
	var s Store; s.Get()
	for _, x := range list { x.One() }
	for k, v := range m { k.Two(); v.Three() }
	for x := range c { x.Four() }
	y, err := make2(); y.Five(); err.Error()
	(&Lit{}).Six(); new(Item).Seven()
	z := any(p).(*store.Tx); z.Eight()
	g().Nine()
	s.db.Query()
	l := append(list, Item{}); l[0].Ten()
	(<-c).Eleven()
	h := func() (a, b Item) { return }; _, w := h(); w.Twelve()
	t := List{}; t[0].Thirteen()
}
func make2() (*Item, error) { return nil, nil }
`,
		symbols: []string{"function f : ", "function make2 : Item"},
		refs: []string{
			"type f → store.DB", "type f → Item", "type f → Key", "type f → store.DB", "type f → Item", "type f → Item",
			"call f → =store.Open", "call f → =store.Open().Close", "type f → Store", "call f → Store.Get", "call f → Item.One",
			"call f → Key.Two", "call f → store.DB.Three", "call f → Item.Four", "call f → make2", "call f → =make2().Five", "type f → Lit", "call f → Lit.Six",
			"type f → Item", "call f → Item.Seven", "type f → store.Tx", "call f → store.Tx.Eight", "call f → Item.Nine",
			"value f → Store.db", "call f → =Store().db.Query", "type f → Item", "call f → Item.Ten", "call f → Item.Eleven", "type f → Item", "call f → Item.Twelve",
			"type f → List", "call f → =List()[].Thirteen", "type make2 → Item",
		},
	},
	{
		name: "a local hides what has its name, to the end of its block",
		src: `package p
import "example.test/app/store"
var x, y int
func f(store Shop) {
	store.Sell()
	if x := y; x > 0 { x.A() } else { x.B() }
	x.C()
	{ y := x; y.D() }
	y.E()
	func(y Item) { y.F() }(y)
	new := y
	new.G()
loop:
	for { break loop }
}
func g() { store.Open() }
`,
		symbols: []string{"variable x", "variable y", "function f", "function g"},
		refs: []string{
			"type f → Shop", "call f → Shop.Sell", "value f → y", "call f → =y.A", "call f → =y.B", "value f → x", "call f → =x.C", "value f → x", "call f → =x.D",
			"value f → y", "call f → =y.E", "type f → Item", "call f → Item.F", "value f → y", "value f → y", "call f → =y.G", "call g → =store.Open",
		},
	},
	{
		name: "a type switch gives its variable the type of the case",
		src: `package p
func f(v Node) {
	switch n := v.(type) {
	case *Leaf: n.A()
	case Branch, Root: n.B()
	case nil: n.C()
	default: n.D()
	}
}
`,
		symbols: []string{"function f"},
		refs: []string{
			"type f → Node", "type f → Leaf", "call f → Leaf.A", "type f → Branch", "type f → Root", "call f → Node.B", "call f → Node.C", "call f → Node.D",
		},
	},
	{
		name: "a variable assigned again in := keeps its type",
		src: `package p
func f() {
	var s Store
	s, err := open()
	s.Get()
	_ = err
}
`,
		symbols: []string{"function f"},
		refs:    []string{"type f → Store", "call f → open", "call f → Store.Get"},
	},
	{
		name: "type parameters are locals; a named constraint says what can be called",
		src: `package p
type Set[K comparable, V Getter] struct { m map[K]V }
func (s *Set[K, V]) Get(k K) V { return s.m[k] }
func Map[T Namer, U any](in []T, f func(T) U) []U { for _, t := range in { t.Name() }; return nil }
func use() { Map[int, string](nil, nil); s := Set[int, Item]{}; s.Get(1); Make[Item]().Run(); table[i]() }
`,
		symbols: []string{"struct Set", "field Set.m : Getter[]", "method (Set) Get", "function Map", "function use"},
		refs: []string{
			"type Set → Getter", "type Get → Set", "value Get → Set.m", "type Map → Namer", "call Map → Namer.Name", "call use → Map", "type use → Set", "type use → Item",
			"call use → Set.Get", "call use → Make", "value use → Item", "call use → =Make().Run", "call use → table", "value use → i",
		},
	},
	{
		name: "keys of literals are fields of structs, and values elsewhere",
		src: `package p
const key = 1
type pair struct { a, b int }
type table map[int]pair
func f() {
	_ = pair{a: key, b: 2}
	_ = table{key: {a: 1}}
	_ = []*Other{{Field: key}}
	_ = map[string]pair{"x": {b: 3}}
	tests := []struct{ name string }{{name: "x"}}
	for _, tt := range tests { _ = tt.name }
}
`,
		symbols: []string{"constant key", "struct pair", "field pair.a", "field pair.b", "type table : pair[]", "function f"},
		refs: []string{
			"type table → pair", "type f → pair", "value f → pair.a", "value f → key", "value f → pair.b", "type f → table", "value f → key", "value f → pair.a",
			"type f → Other", "value f → Other.Field", "value f → key", "type f → pair", "value f → pair.b",
		},
	},
	{
		name: "the language's own names give no references, but for those that a package may have in another file",
		src: `package p
func f(s []string) error { if len(s) == cap(s) { panic(nil) }; _ = string(s[0]) == "" || true; return f(append(s, "x")) }
func g() { min(1, 2) }
`,
		symbols: []string{"function f", "function g"},
		refs:    []string{"call f → f", "call g → min"},
	},
	{
		name: "method values, method expressions and conversions",
		src: `package p
type T int
func (t T) M() T { return T(1).M() }
var a = T.M
var b = (*T).M
var c = T(3)
func f(t T) { go t.M(); defer t.M(); g := t.M; g() }
`,
		symbols: []string{"type T", "method (T) M : T", "variable a : =T().M", "variable b : =T().M", "variable c : T", "function f"},
		refs: []string{
			"type M → T", "type M → T", "type M → T", "call M → T.M", "type a → T", "value a → T.M", "type b → T", "value b → T.M", "type c → T",
			"type f → T", "call f → T.M", "call f → T.M", "value f → T.M",
		},
	},
	{
		name: "an import's guessed name gives way to the one in use",
		src: `package p
import (
	git "example.test/x/go-git"
	"example.test/y/sitter-python/bindings/go"
	"example.test/z/go-yaml/v3"
	. "example.test/dot"
	_ "example.test/effect"
)
func f() { git.Open(); sitter_python.Language(); yaml.Load(); other.Do() }
`,
		symbols: []string{"function f"},
		refs:    []string{"call f → =git.Open", "call f → =sitter_python.Language", "call f → =yaml.Load", "value f → other", "call f → =other.Do"},
	},
	{
		name: "types without a name are read where they are written",
		src: `package p
var table = []struct{ in Item }{{}}
func f() {
	tests := []struct { name string; pt Point; *Base; fn func(); n struct { deep Item } }{}
	for _, tt := range tests { tt.pt.Draw(); tt.Base.Up(); tt.Over(); tt.fn(); tt.n.deep.Deep(); b := &tt.Base; b.Again() }
	for _, c := range table { c.in.Get() }
	type local struct { Base; own Item }
	var l local
	l.own.One(); l.Two()
	m := map[string]*local{}
	m["x"].own.Three()
}
`,
		symbols: []string{"variable table", "function f", "struct f.local < Base", "field local.own : Item"},
		refs: []string{
			"type table → Item", "type f → Point", "inherit f → Base", "type f → Item",
			"call f → Point.Draw", "call f → Base.Up", "call f → Base.Over", "call f → Item.Deep", "call f → Base.Again", "value f → table", "call f → Item.Get",
			"inherit local → Base", "type own → Item", "type f → local", "value f → local.own", "call f → =local().own.One", "call f → local.Two",
			"type f → local", "value f → local.own", "call f → =local().own.Three",
		},
	},
	{
		name: "interfaces inside functions are symbols, named or not",
		src: `package p
type holder struct { in interface { Get() Item } }
func f(x interface { One() }) interface { Two() Item } {
	type three interface { Three() }
	if t, ok := any(x).(three); ok { t.Three() }
	if four, ok := any(x).(interface { Four() }); ok { four.Four() }
	x.One()
	return nil
}
`,
		symbols: []string{
			"struct holder", "field holder.in", "method in.Get : Item", "function f : interface", "interface f.interface", "method interface.One",
			"interface f.interface", "method interface.Two : Item", "interface f.three", "method three.Three", "interface f.interface", "method interface.Four",
		},
		refs: []string{
			"type Get → Item", "type Two → Item", "type f → three", "call f → three.Three", "call f → interface.Four", "call f → interface.One",
		},
	},
	{
		name: "iterators yield elements",
		src: `package p
import "iter"
func (t Tree) All() iter.Seq[Node] { return nil }
func (t Tree) Pairs() iter.Seq2[int, Node] { return nil }
func (t Tree) Each(yield func(Node) bool) {}
func f(t Tree, s iter.Seq[*Node], g func(yield func(Node) bool)) {
	for n := range t.All() { n.One() }
	for _, n := range t.Pairs() { n.Two() }
	for n := range s { n.Three() }
	for n := range g { n.Four() }
}
`,
		symbols: []string{"method (Tree) All : Node[]", "method (Tree) Pairs : Node[]", "method (Tree) Each", "function f"},
		refs: []string{
			"type All → Tree", "type All → iter.Seq", "type All → Node", "type Pairs → Tree", "type Pairs → iter.Seq2", "type Pairs → Node",
			"type Each → Tree", "type Each → Node", "type f → Tree", "type f → iter.Seq", "type f → Node", "type f → Node",
			"call f → Tree.All", "call f → =Tree().All()[].One", "call f → Tree.Pairs", "call f → =Tree().Pairs()[].Two", "call f → Node.Three", "call f → Node.Four",
		},
	},
	{
		name: "a broken line costs itself, not what follows",
		src: `package p

func a() {
	before()
	b( }
	after()
}

// C does it.
func c(in struct{ m int }) { d() }

type T struct {
	x int

func (t T) m() { t.x++ }

func e() { f() + }

func g() { h() }

var v = []int{1, 2
`,
		symbols: []string{"function a", "function c", "struct T", "field T.x", "method (T) m", "function e", "function g", "variable v"},
		refs: []string{
			"call a → before", "call a → after", "call c → d", "type m → T", "value m → T.x", "call g → h",
		},
	},
}
