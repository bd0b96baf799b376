package tools_test

import (
	"context"
	"encoding/json"
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
