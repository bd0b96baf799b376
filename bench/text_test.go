package bench_test

import (
	"os/exec"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
)

// textQueries are looked for in every corpus: by how often they stand there.
var textQueries = []struct {
	name, text   string
	regexp, fold bool
}{
	{"rare", "xyzzyNowhere", false, false},
	{"common", "return", false, false},
	{"fold", "ReTurn", false, true},
	{"regexp", `(open|close)[A-Z]\w+\(`, true, false},
}

// BenchmarkText searches the contents of all indexed files, side by side with
// ripgrep, which prints to nobody.
func BenchmarkText(b *testing.B) {
	eachCorpus(b, func(b *testing.B, dir string) {
		e, r := indexed(b, dir, engine.Options{})
		defer closed(b, e)
		for _, q := range textQueries {
			b.Run(q.name+"/gortex", func(b *testing.B) {
				total := 0
				for b.Loop() {
					var err error
					if _, total, err = r.Snapshot().Text(b.Context(), engine.TextQuery{Query: q.text, Regexp: q.regexp, IgnoreCase: q.fold}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(total), "lines")
			})
			b.Run(q.name+"/ripgrep", func(b *testing.B) {
				args := []string{"--count", "--max-filesize", "2M"}
				if !q.regexp {
					args = append(args, "--fixed-strings")
				}
				if q.fold {
					args = append(args, "--ignore-case")
				}
				if _, err := exec.LookPath("rg"); err != nil {
					b.Skip("ripgrep is not installed")
				}
				for b.Loop() {
					cmd := exec.Command("rg", append(args, q.text, dir)...)
					if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
						b.Fatal(err)
					}
				}
			})
		}
	})
}
