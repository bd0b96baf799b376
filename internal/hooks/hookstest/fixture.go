package hookstest

import "github.com/gortexhq/gortex/internal/hooks"

// Fixture is what an index of testdata/fixture knows, as if it stood at root.
func Fixture(root string) *Graph {
	g := New(root)
	def := func(name, kind string, line, end int, signature string) hooks.Symbol {
		return hooks.Symbol{Name: name, Kind: kind, Line: line, EndLine: end, Signature: signature}
	}
	g.Add("cmd/app/main.go", "go", 18, def("main", "function", 12, 18, "func main()"))
	g.Add("internal/server/server.go", "go", 28,
		def("Server", "struct", 11, 13, "type Server struct"),
		def("Server.reader", "field", 12, 12, "reader store.Reader"),
		def("NewServer", "function", 16, 18, "func NewServer(r store.Reader) *Server"),
		def("Server.ServeHTTP", "method", 21, 28, "func (s *Server) ServeHTTP(w http.ResponseWriter, req *http.Request)"))
	g.Add("internal/store/store.go", "go", 48,
		def("ErrNotFound", "variable", 10, 10, `var ErrNotFound = errors.New("store: not found")`),
		def("Reader", "interface", 13, 15, "type Reader interface"),
		def("Reader.Get", "method", 14, 14, "Get(key string) (string, error)"),
		def("Store", "struct", 18, 22, "type Store struct"),
		def("Store.values", "field", 20, 20, "values map[string]string"),
		def("Store.path", "field", 21, 21, "path string"),
		def("Open", "function", 25, 30, "func Open(path string) (*Store, error)"),
		def("Store.Get", "method", 33, 41, "func (s *Store) Get(key string) (string, error)"),
		def("Store.Put", "method", 44, 48, "func (s *Store) Put(key, value string)"))
	g.Add("internal/store/store_test.go", "go", 14, def("TestPutGet", "function", 5, 14, "func TestPutGet(t *testing.T)"))
	g.Add("gen/api.pb.go", "go", 8,
		def("GeneratedMessage", "struct", 6, 6, "type GeneratedMessage struct"),
		def("GeneratedMessage.GetName", "method", 8, 8, "func (m *GeneratedMessage) GetName() string"))
	g.Change("gen/api.pb.go", func(f *hooks.File) { f.Generated = true })
	g.Add("tools/report.py", "python", 18,
		def("ReportBuilder", "class", 6, 10, "class ReportBuilder"),
		def("ReportBuilder.title", "field", 7, 7, "title: str"),
		def("ReportBuilder.build_report", "method", 9, 10, "def build_report(self, rows: list[str]) -> str"),
		def("main", "function", 13, 14, "def main() -> None"))
	fixtureWeb(g, def)
	for _, use := range []struct {
		id, rel string
		line    int
		in      string
	}{
		{"internal/server/server.go::NewServer", "cmd/app/main.go", 17, "cmd/app/main.go::main"},
		{"internal/store/store.go::Open", "cmd/app/main.go", 13, "cmd/app/main.go::main"},
		{"internal/store/store.go::Open", "internal/store/store_test.go", 6, "internal/store/store_test.go::TestPutGet"},
		{"internal/store/store.go::Reader", "internal/server/server.go", 12, "internal/server/server.go::Server"},
		{"internal/store/store.go::Reader", "internal/server/server.go", 16, "internal/server/server.go::NewServer"},
		{"internal/store/store.go::Store", "internal/store/store.go", 25, "internal/store/store.go::Open"},
		{"web/src/api.ts::ApiClient.fetchUser", "web/src/index.ts", 5, "web/src/index.ts::showUser"},
	} {
		g.Use(use.id, use.rel, use.line, use.in)
	}
	return g
}

func fixtureWeb(g *Graph, def func(name, kind string, line, end int, signature string) hooks.Symbol) {
	g.Add("web/src/api.ts", "typescript", 13,
		def("ApiClient", "class", 3, 11, "class ApiClient"),
		def("ApiClient.fetchUser", "method", 6, 10, "async fetchUser(id: UserId): Promise<User>"),
		def("createClient", "function", 13, 13, "const createClient = (base: string) => ApiClient"))
	g.Add("web/src/index.ts", "typescript", 9, def("showUser", "function", 4, 7, "async function showUser(id: string)"))
	g.Add("web/src/types.ts", "typescript", 6,
		def("User", "interface", 1, 4, "interface User"),
		def("User.name", "property", 3, 3, "name: string"),
		def("UserId", "type", 6, 6, `type UserId = User["id"]`))
	g.Add("web/src/größe.ts", "typescript", 3, def("größeInMetern", "function", 1, 3, "function größeInMetern(zentimeter: number): number"))
	g.Add("web/src/my page/widget.ts", "typescript", 5, def("renderWidget", "function", 1, 5, "function renderWidget(label: string): HTMLElement"))
}
