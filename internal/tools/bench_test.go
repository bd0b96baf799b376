package tools_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/tools"
)

// BenchmarkCall is what a call costs beside the transport, on the fixture.
func BenchmarkCall(b *testing.B) {
	dir := b.TempDir()
	e, err := engine.Open(engine.Options{CacheDir: dir + "/cache", StateDir: dir + "/state"})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	unpack(b, "testdata/fixture.txtar", dir+"/shop")
	if _, err := e.Track(context.Background(), dir+"/shop", nil); err != nil {
		b.Fatal(err)
	}
	session := tools.New(tools.Options{Engine: e}).Session(tools.SessionOptions{CWD: dir + "/shop", Client: "pi"})
	for _, call := range [][2]string{
		{"search", `{"query":"Get"}`}, {"relations", `{"operation":"callers","symbol":"Store.Get"}`},
		{"read", `{"symbol":"Store.Get"}`}, {"explore", `{"task":"how are the prices of a cart added up"}`},
	} {
		b.Run(call[0], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if r, err := session.Call(context.Background(), call[0], json.RawMessage(call[1])); err != nil || r.IsError {
					b.Fatal(err, r)
				}
			}
		})
	}
}

// BenchmarkExplore asks in words on some 1,600 files of Go's own library.
func BenchmarkExplore(b *testing.B) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip("no go command")
	}
	dir := b.TempDir()
	for _, part := range []string{"net", "crypto", "go", "os", "encoding"} {
		if err := os.CopyFS(filepath.Join(dir, "lib", part), os.DirFS(filepath.Join(strings.TrimSpace(string(out)), "src", part))); err != nil {
			b.Fatal(err)
		}
	}
	e, err := engine.Open(engine.Options{CacheDir: dir + "/cache", StateDir: dir + "/state"})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close()
	if _, err := e.Track(context.Background(), dir+"/lib", nil); err != nil {
		b.Fatal(err)
	}
	session := tools.New(tools.Options{Engine: e}).Session(tools.SessionOptions{CWD: dir + "/lib", Client: "pi"})
	for _, task := range []string{"how does the server shut down idle connections gracefully", "where is RoundTrip retried when a connection was closed", "certificate verification with custom roots and expired intermediates"} {
		b.Run(strings.Fields(task)[0], func(b *testing.B) {
			arguments, _ := json.Marshal(map[string]string{"task": task})
			for b.Loop() {
				if r, err := session.Call(context.Background(), "explore", arguments); err != nil || r.IsError {
					b.Fatal(err, r)
				}
			}
		})
	}
}
