package hooks_test

import (
	"strconv"
	"testing"

	"github.com/gortexhq/gortex/internal/hooks"
	"github.com/gortexhq/gortex/internal/hooks/hookstest"
)

// wordy is a repository whose names are also words, and parts of one another.
func wordy() *hookstest.Graph {
	def := func(name, kind string, line int) hooks.Symbol {
		return hooks.Symbol{Name: name, Kind: kind, Line: line, EndLine: line + 1}
	}
	g := hookstest.New(repo)
	g.Add("run.go", "go", 90, def("run", "function", 1), def("session", "struct", 3), def("session.state", "field", 4), def("apply", "function", 9),
		def("New", "function", 20), def("NewStore", "function", 22), def("NewServer", "function", 24), def("NewClient", "function", 26), def("RenewNew", "function", 28),
		def("Put", "method", 30), def("PutAll", "method", 32), def("runAll", "function", 34), def("Close", "method", 40))
	g.Add("b.go", "go", 90, def("apply", "function", 9), def("version", "variable", 11), def("Box.Close", "method", 40))
	return g
}

func TestWhatIsMoreOftenTextThanANamePasses(t *testing.T) {
	t.Parallel()
	g := wordy()
	for rule, commands := range map[string]map[string]bool{
		"a bare word is text":                           {"grep -rn run .": false, "rg session": false, "rg state": false, "rg version": false, "rg -w run": false, "rg '(run|session)'": false, "rg 'run|NewStore'": false, `rg 'new session'`: false, `rg 'run:'`: false, `rg 'run ='`: false},
		"one that is declared or called is a name":      {"rg 'func run'": true, `rg 'run\('`: true, "grep -rn 'run(' .": true, "rg 'type session struct'": true, `rg 'func (run|NewStore)\('`: true},
		"unless several have it, or it is no type":      {"rg 'func apply'": false, `rg 'apply\('`: false, `rg 'state\('`: false, `rg 'version\('`: false},
		"a name with an inner capital is no word":       {"rg runAll": true},
		"a short name inside many others asks for them": {"rg New": false, "grep -rn New .": false, "rg '^New'": false, "rg 'func New'": false, `rg 'New\('`: false, "find . -name '*New*'": false},
		"unless it is asked for as a whole":             {"rg -w New": true, "grep -rnw New .": true, `rg '\bNew\b'`: true, `rg 'func New\('`: true, `rg '\b(New|Put)\b'`: true},
		"a name inside few others is asked for itself":  {"rg Put": true, "rg NewStore": true},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			for command, block := range commands {
				if d := hooks.Decide(bash(command), hooks.Deny, nil, g, nil, noon); d.Block != block {
					t.Errorf("%q: block %v, want %v\n%s", command, d.Block, block, d.Reason)
				}
			}
		})
	}
}

func TestUsesAreShownWhereItIsPlainWhoseTheyAre(t *testing.T) {
	t.Parallel()
	g := wordy()
	for i := range 9 {
		g.Use("run.go::Close", "run.go", 60+i, "run.go::run")
		g.Use("run.go::Put", "run.go", 70+i, "run.go::run")
	}
	for i := range 2000 {
		g.Use("run.go::PutAll", "run.go", 80+i, "run.go::run")
	}
	g.Use("run.go::NewStore", "run.go", 90, "run.go::run")
	for command, tt := range map[string]struct{ names, lacks []string }{
		"rg Close":    {[]string{"run.go:40 method Close", "b.go:40 method Box.Close"}, []string{" uses ", " of "}},
		"rg Put":      {[]string{"5 of 9 uses of Put:", "run.go:74 uses Put"}, []string{"run.go:75"}},
		"rg PutAll":   {[]string{"5 of at least 1,000 uses of PutAll:"}, nil},
		"rg NewStore": {[]string{"run.go:90 uses NewStore"}, []string{" of "}},
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			d := hooks.Decide(bash(command), hooks.Deny, nil, g, nil, noon)
			hookstest.Text(t, d.Reason, tt.names, tt.lacks)
		})
	}
}

func TestAPlainPathIsGivenOnlyWhereItMeansThatFile(t *testing.T) {
	t.Parallel()
	g := hookstest.New(repo)
	g.Add("a.go", "go", 90, hooks.Symbol{Name: "Alpha", Kind: "function", Line: 1, EndLine: 9})
	g.Add("sub/a.go", "go", 90, hooks.Symbol{Name: "Beta", Kind: "function", Line: 1, EndLine: 9})
	for i, tt := range []struct{ cwd, command, named string }{
		{repo, "rg Alpha", `"symbol":"a.go::Alpha"`},
		{repo, "cat a.go", `"file":"a.go"`},
		{repo + "/sub", "rg Alpha ..", `"symbol":"/r/app/a.go::Alpha"`},
		{repo + "/sub", "cat ../a.go", `"file":"/r/app/a.go"`},
		{repo + "/sub", "rg Beta", `"symbol":"sub/a.go::Beta"`},
		{"/r", "rg Alpha app", `{"query":"Alpha","repo":"/r/app"}`},
		{"/r", "rg Alpha app", `"symbol":"/r/app/a.go::Alpha"`},
		{"/r", "rg Alpha app", "\n/r/app/a.go:1 function Alpha"},
		{"/r", "find app -name '*Alpha*'", `{"query":"Alpha","repo":"/r/app"}`},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			e := bash(tt.command)
			e.CWD = tt.cwd
			hookstest.Text(t, hooks.Decide(e, hooks.Deny, nil, g, nil, noon).Reason, []string{tt.named}, nil)
		})
	}
}

func TestAListingOfAnotherRepositoryPasses(t *testing.T) {
	t.Parallel()
	for _, cwd := range []string{"/r", "/other"} {
		e := envelope("Glob", in{"pattern": "**/*.go", "path": repo})
		e.CWD = cwd
		if d := deny(e); d != (hooks.Decision{}) {
			t.Errorf("from %s: %+v", cwd, d)
		}
	}
}
