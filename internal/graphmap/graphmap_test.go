package graphmap_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gortexhq/gortex/internal/graphmap"
)

func sample() graphmap.Map {
	return graphmap.Map{
		Name:     "</title><script>alert(1)</script>",
		Modules:  []graphmap.Module{{"b", 1, 3}, {"a<b", 2, 9}},
		Uses:     []graphmap.Use{{"b", "a<b", 2}, {"b", "gone", 1}},
		Hotspots: []graphmap.Hotspot{{Name: "</script>", Path: "b/x.go", Line: 3, Complexity: 7}},
	}
}

func TestNamesCannotLeaveTheirPlace(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := graphmap.Write(&b, sample().Largest()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "</script>"); n != 1 || strings.Contains(b.String(), "alert(1)</script>") {
		t.Errorf("%d ends of a script", n)
	}
	for _, outside := range []string{"http://", "https://", "src=", "href="} {
		if strings.Contains(strings.ReplaceAll(b.String(), `"http://www.w3.org/2000/svg"`, ""), outside) {
			t.Errorf("the page asks for something else: %s", outside)
		}
	}
}

func TestOnlyTheLargestAreDrawn(t *testing.T) {
	t.Parallel()
	m := sample().Largest()
	if len(m.Uses) != 1 || m.Modules[0].Path != "a<b" {
		t.Errorf("%+v", m)
	}
	for i := range 100 {
		m.Modules = append(m.Modules, graphmap.Module{Path: fmt.Sprint("m", i), Symbols: i})
	}
	if m = m.Largest(); len(m.Modules) != 60 || m.Left != 42 {
		t.Errorf("%d modules, %d left out", len(m.Modules), m.Left)
	}
}

// The page is drawn by a real browser, where there is one.
func TestABrowserDrawsIt(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil || testing.Short() {
		t.Skip("no chromium here")
	}
	dir := t.TempDir()
	var b bytes.Buffer
	if err := graphmap.Write(&b, sample().Largest()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "map.html")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for range 3 { // a browser on a machine that is short of memory may crash as it starts, with any page
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+file)
		cmd.WaitDelay = time.Second // its own children hold its output
		out, err = cmd.Output()
		cancel()
		if err == nil {
			break
		}
		t.Log(err)
	}
	if err != nil {
		t.Skip("chromium does not start here")
	}
	if dom := string(out); !strings.Contains(dom, `data-drawn="2"`) || strings.Count(dom, "<circle") != 2 || !strings.Contains(dom, "a&lt;b</text>") {
		t.Errorf("it drew:\n%s", dom)
	}
}
