package bench_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

// engineCorpora are the trees that the engine is measured on: what BENCH_CORPORA
// names, or a small one of each language that has a type checker's truth.
func engineCorpora() []string {
	if names := os.Getenv("BENCH_CORPORA"); names != "" {
		return strings.Fields(names)
	}
	return []string{"go-tools", "ts-viem", "py-django"}
}

// eachCorpus runs a benchmark on every corpus.
func eachCorpus(b *testing.B, run func(b *testing.B, dir string)) {
	for _, name := range engineCorpora() {
		dir := corpus(b, name)
		b.Run(name, func(b *testing.B) { run(b, dir) })
	}
}

// indexed opens an engine of its own on a corpus.
func indexed(b *testing.B, dir string, o engine.Options) (*engine.Engine, *engine.Repository) {
	b.Helper()
	if o.CacheDir == "" {
		o.CacheDir, o.StateDir = b.TempDir(), b.TempDir()
	}
	e, err := engine.Open(o)
	if err != nil {
		b.Fatal(err)
	}
	r, err := e.Track(b.Context(), dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	return e, r
}

func closed(b *testing.B, e *engine.Engine) {
	b.Helper()
	if err := e.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkEngineStored is the start on a stored index of an unchanged tree: until its
// symbols are found, and until every file was compared with it. Medians.
func BenchmarkEngineStored(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		o := engine.Options{CacheDir: b.TempDir(), StateDir: b.TempDir()}
		e, r := indexed(b, dir, o)
		symbols, root := r.Status().Symbols, r.Root()
		closed(b, e)
		var answering, compared, cpu []time.Duration
		for b.Loop() {
			start, before := time.Now(), spent()
			e, err := engine.Open(o)
			if err != nil {
				b.Fatal(err)
			}
			r := e.Find(root)
			for !answers(r) {
				time.Sleep(time.Millisecond)
			}
			answering, cpu = append(answering, time.Since(start)), append(cpu, spent()-before)
			if _, err := e.Track(b.Context(), root, nil); err != nil {
				b.Fatal(err)
			}
			compared = append(compared, time.Since(start))
			b.StopTimer()
			closed(b, e)
			b.StartTimer()
		}
		ms := float64(middle(answering).Microseconds()) / 1000
		b.ReportMetric(float64(symbols), "symbols")
		b.ReportMetric(ms, "ms-answering")
		b.ReportMetric(float64(answering[0].Microseconds())/1000, "ms-answering-least") // middle has sorted them
		b.ReportMetric(float64(middle(cpu).Microseconds())/1000, "cpu-ms-answering")    // the walk's so far is in it
		b.ReportMetric(ms/float64(symbols)*100_000, "ms-answering/100k-symbols")
		b.ReportMetric(float64(middle(compared).Microseconds())/1000, "ms-compared")
	})
}

// answers says whether symbols are found.
func answers(r *engine.Repository) bool {
	_, n := r.Snapshot().Search(engine.SymbolQuery{Query: "main", Limit: 1})
	return n > 0
}

// BenchmarkEngineEdit is one file written anew, to its symbols and edges: a change
// inside a body, and one that other files see.
func BenchmarkEngineEdit(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		tree := filepath.Join(b.TempDir(), "tree")
		must(b, time.Minute, "", "cp", "-r", dir, tree)
		e, r := indexed(b, tree, engine.Options{})
		defer closed(b, e)
		path := usedFile(r)
		file := filepath.Join(tree, filepath.FromSlash(path))
		src, err := os.ReadFile(file)
		if err != nil {
			b.Fatal(err)
		}
		for _, bb := range []struct{ name, format string }{{"body", comment(path) + " %d\n"}, {"shape", definition(path)}} {
			b.Run(bb.name, func(b *testing.B) {
				n := 0
				var took, cpu []time.Duration
				for b.Loop() {
					n++
					b.StopTimer()
					if err := os.WriteFile(file, fmt.Appendf(slices.Clone(src), "\n"+bb.format, n), 0o644); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					start, before := time.Now(), spent()
					if err := r.Refresh(b.Context(), path); err != nil {
						b.Fatal(err)
					}
					took, cpu = append(took, time.Since(start)), append(cpu, spent()-before)
				}
				b.ReportMetric(float64(middle(took).Microseconds())/1000, "ms-p50")
				b.ReportMetric(float64(took[0].Microseconds())/1000, "ms-least") // middle has sorted them
				b.ReportMetric(float64(middle(cpu).Microseconds())/1000, "cpu-ms-p50")
			})
		}
	})
}

// usedFile returns the source file whose symbols most other files use.
func usedFile(r *engine.Repository) string {
	s := r.Snapshot()
	best, most := "", -1
	for _, f := range s.Files() {
		if f.Language == "" || f.Test || f.Generated || f.Vendored {
			continue
		}
		if n := len(s.Dependents(f.Path)); n > most {
			best, most = f.Path, n
		}
	}
	return best
}

func comment(path string) string {
	if strings.HasSuffix(path, ".py") {
		return "#"
	}
	return "//"
}

func definition(path string) string {
	switch filepath.Ext(path) {
	case ".go":
		return "func benchmarkAdded%d() {}\n"
	case ".py":
		return "def benchmark_added%d(): pass\n"
	case ".c", ".h":
		return "static int benchmark_added%d(void) { return 0; }\n"
	}
	return "export function benchmarkAdded%d() {}\n"
}

// BenchmarkEngineQueries gives the 99th percentile of symbol searches and callers.
func BenchmarkEngineQueries(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		e, r := indexed(b, dir, engine.Options{})
		defer closed(b, e)
		s := r.Snapshot()
		all, _ := s.Search(engine.SymbolQuery{Limit: 1 << 30})
		b.ReportMetric(float64(len(all)), "symbols")
		random := rand.New(rand.NewPCG(1, 2))
		rand := func() engine.Symbol { return all[random.IntN(len(all))] }
		for _, bb := range []struct {
			name string
			ask  func()
		}{
			{"search-exact", func() { s.Search(engine.SymbolQuery{Query: rand().Name}) }},
			{"search-part", func() { n := rand().Name; s.Search(engine.SymbolQuery{Query: n[:(len(n)+1)/2]}) }},
			{"callers", func() { s.References(rand().ID, engine.Likely, lang.Call) }},
		} {
			b.Run(bb.name, func(b *testing.B) {
				var took []time.Duration
				for b.Loop() {
					start := time.Now()
					bb.ask()
					took = append(took, time.Since(start))
				}
				slices.Sort(took)
				b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			})
		}
	})
}

// BenchmarkEngineWorkTrees is what each further work tree of one repository costs: run it
// with -benchtime 20x for twenty.
func BenchmarkEngineWorkTrees(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		above := b.TempDir()
		must(b, time.Minute, "", "git", "clone", "-q", dir, filepath.Join(above, "0"))
		e, _ := indexed(b, filepath.Join(above, "0"), engine.Options{})
		n, before := 0, allocated()
		for b.Loop() {
			n++
			b.StopTimer()
			tree := filepath.Join(above, strconv.Itoa(n))
			must(b, time.Minute, "", "git", "-C", filepath.Join(above, "0"), "worktree", "add", "-q", "--detach", tree)
			b.StartTimer()
			if _, err := e.Track(b.Context(), tree, nil); err != nil {
				b.Fatal(err)
			}
		}
		closed(b, e) // what is being stored is no part of what a work tree holds
		b.ReportMetric((float64(allocated())-float64(before))/1e6/float64(n), "MB/tree")
		runtime.KeepAlive(e)
	})
}

// allocated returns the bytes in use after a collection.
func allocated() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkEngineFirstIndex is the first index in a process of its own, for its
// memory: processor time, time by the clock and the resident size at its highest and at its end.
func BenchmarkEngineFirstIndex(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		for b.Loop() {
			for name, v := range measure(b, "^TestIndexOnce$", "BENCH_INDEX="+dir) {
				b.ReportMetric(v, name)
			}
		}
	})
}

var measured = regexp.MustCompile(`MEASURED (\S+) (\S+)`)

// TestIndexOnce is what BenchmarkEngineFirstIndex runs.
func TestIndexOnce(t *testing.T) {
	dir := os.Getenv("BENCH_INDEX")
	if dir == "" {
		t.Skip("it is a benchmark's")
	}
	start, before := time.Now(), spent()
	e, err := engine.Open(engine.Options{CacheDir: t.TempDir(), StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	found := make(chan time.Duration, 1)
	r, err := e.Track(t.Context(), dir, func(p engine.Progress) {
		if r := e.Find(dir); r != nil && len(found) == 0 && p.Phase == "link" && r.Snapshot().Generation() > 0 {
			found <- time.Since(start) // symbols and text answer; edges are being linked
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("MEASURED index-s", time.Since(start).Seconds())
	if len(found) > 0 {
		fmt.Println("MEASURED symbols-answer-s", (<-found).Seconds())
	}
	st := r.Status()
	fmt.Println("MEASURED symbols", st.Symbols)
	fmt.Println("MEASURED files", st.Files)
	if err := e.Close(); err != nil { // it is stored then
		t.Fatal(err)
	}
	fmt.Println("MEASURED stored-s", time.Since(start).Seconds())
	fmt.Println("MEASURED cpu-s", (spent() - before).Seconds())
	debug.FreeOSMemory()
	sizes, err := sizesOf("self")
	if err != nil {
		t.Log(err)
	}
	for name, MB := range sizes {
		fmt.Println("MEASURED", name+"-MB", MB)
	}
	runtime.KeepAlive(r)
}

// BenchmarkEngineGrowth is the highest memory of a first index for a quarter, a half and
// all of a tree's files, in KB for each further file: it does not grow with the tree.
func BenchmarkEngineGrowth(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		for b.Loop() {
			before := map[string]float64{}
			for _, of := range []int{4, 2, 1} {
				m := measure(b, "^TestIndexOnce$", "BENCH_INDEX="+oneOf(b, dir, of))
				name := fmt.Sprintf("KB/file-1/%d", of)
				b.ReportMetric((m["VmHWM-MB"]-before["VmHWM-MB"])*1000/(m["files"]-before["files"]), name)
				before = m
			}
			b.ReportMetric(before["VmHWM-MB"], "MB")
			b.ReportMetric(before["files"], "files")
		}
	})
}

// oneOf returns a tree of one in n of a tree's files, spread evenly.
func oneOf(b *testing.B, dir string, n int) string {
	b.Helper()
	found, err := walk.Walk(b.Context(), dir, walk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	to := b.TempDir()
	for i := 0; i < len(found.Files); i += n {
		file := filepath.FromSlash(found.Files[i].Path)
		err := os.MkdirAll(filepath.Join(to, filepath.Dir(file)), 0o755)
		if err == nil {
			err = os.Link(filepath.Join(dir, file), filepath.Join(to, file))
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return to
}

// BenchmarkCtags is what a lexical skim for definitions alone costs.
func BenchmarkCtags(b *testing.B) {
	if _, err := exec.LookPath("ctags"); err != nil {
		b.Skip("universal-ctags is not installed")
	}
	eachCorpus(b, func(b *testing.B, dir string) {
		for b.Loop() {
			must(b, 5*time.Minute, "", "ctags", "-R", "-f", filepath.Join(b.TempDir(), "tags"), dir) // a file of its own: ctags replaces what -f names
		}
	})
}
