package bench_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	ts "github.com/tree-sitter/go-tree-sitter"
	bash "github.com/tree-sitter/tree-sitter-bash/bindings/go"
	c "github.com/tree-sitter/tree-sitter-c/bindings/go"
	cpp "github.com/tree-sitter/tree-sitter-cpp/bindings/go"
	javascript "github.com/tree-sitter/tree-sitter-javascript/bindings/go"
	python "github.com/tree-sitter/tree-sitter-python/bindings/go"
	rust "github.com/tree-sitter/tree-sitter-rust/bindings/go"
	typescript "github.com/tree-sitter/tree-sitter-typescript/bindings/go"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/walk"
)

// grammars by language, as the engine uses them.
var grammars = map[string]func() unsafe.Pointer{
	"bash": bash.Language, "c": c.Language, "cpp": cpp.Language, "javascript": javascript.Language, "python": python.Language,
	"rust": rust.Language, "tsx": typescript.LanguageTSX, "typescript": typescript.LanguageTypescript,
}

// BenchmarkIndexBesideParse is a first index, stored at its end, beside the bare parse of
// the same files by the same parsers on as many cores: they are read, parsed and
// forgotten, by the official binding as it comes, and once more with the engine's own
// memory for the parsers. All are processes of their own and take turns; medians of
// processor time and of time by the clock, and of the ratios of each turn.
func BenchmarkIndexBesideParse(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		turns := map[string][]float64{}
		for b.Loop() {
			index := measure(b, "^TestIndexOnce$", "BENCH_INDEX="+dir)
			bare := measure(b, "^TestParseOnce$", "BENCH_PARSE="+dir)
			arena := measure(b, "^TestParseOnce$", "BENCH_PARSE="+dir, "BENCH_ARENA=1")
			for name, v := range map[string]float64{
				"cpu-s": index["cpu-s"], "cpu-s-bare": bare["cpu-s"], "cpu-s-arena": arena["cpu-s"],
				"x-bare-cpu": index["cpu-s"] / bare["cpu-s"], "x-arena-cpu": index["cpu-s"] / arena["cpu-s"],
				"s": index["index-s"], "s-bare": bare["parse-s"], "x-bare": index["index-s"] / bare["parse-s"], "x-arena": index["index-s"] / arena["parse-s"],
				"MB-parsed": bare["MB"],
			} {
				turns[name] = append(turns[name], v)
			}
		}
		for name, all := range turns {
			slices.Sort(all)
			b.ReportMetric(all[len(all)/2], name)
		}
	})
}

// measure runs a test of this binary in a process of its own, and returns what it measured.
func measure(b *testing.B, test string, variables ...string) map[string]float64 {
	b.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", test, "-test.v")
	cmd.Env = append(os.Environ(), variables...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	all := map[string]float64{}
	for _, m := range measured.FindAllStringSubmatch(string(out), -1) {
		all[m[1]], _ = strconv.ParseFloat(m[2], 64)
	}
	return all
}

// spent returns the processor time of this process and of those that it waited for.
func spent() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
		}
	}
	return sum
}

// TestParseOnce is the bare parse of BenchmarkIndexBesideParse.
func TestParseOnce(t *testing.T) {
	dir := os.Getenv("BENCH_PARSE")
	if dir == "" {
		t.Skip("it is a benchmark's")
	}
	found, err := walk.Walk(t.Context(), dir, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("BENCH_ARENA") != "" { // what the engine sets for its parsers holds for all of a process; without it, Go allocates for them
		if _, err := lang.ByExtension(".py").Extract(t.Context(), "a.py", []byte("x = 1\n")); err != nil {
			t.Fatal(err)
		}
	}
	start, before := time.Now(), spent()
	var next, size atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			p := bareParser{}
			for i := next.Add(1) - 1; int(i) < len(found.Files); i = next.Add(1) - 1 {
				if n, err := p.parse(dir, found.Files[i].Path); err != nil {
					t.Error(err)
				} else {
					size.Add(int64(n))
				}
			}
		})
	}
	workers.Wait()
	fmt.Println("MEASURED parse-s", time.Since(start).Seconds())
	fmt.Println("MEASURED cpu-s", (spent() - before).Seconds())
	fmt.Println("MEASURED MB", float64(size.Load())/1e6)
}

// bareParser is one worker's parsers, by language.
type bareParser map[string]*ts.Parser

// parse reads a file, parses it where the engine has a language for it, and returns how much was parsed.
func (p bareParser) parse(dir, file string) (int, error) {
	src, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return 0, err
	}
	l := lang.ByExtension(strings.ToLower(path.Ext(file)))
	if l == nil { // text is read, by the engine too
		return 0, nil
	}
	if l.Name() == "go" {
		_, _ = parser.ParseFile(token.NewFileSet(), "", src, parser.ParseComments|parser.SkipObjectResolution) // a file may well be broken
		return len(src), nil
	}
	if p[l.Name()] == nil {
		load := grammars[l.Name()]
		if load == nil {
			return 0, fmt.Errorf("no grammar for %s", l.Name())
		}
		p[l.Name()] = ts.NewParser()
		if err := p[l.Name()].SetLanguage(ts.NewLanguage(load())); err != nil {
			return 0, err
		}
	}
	p[l.Name()].Parse(src, nil).Close()
	return len(src), nil
}
