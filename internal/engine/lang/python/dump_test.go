package python

import (
	"context"
	"fmt"
	"os"
	"path"
	"testing"

	"github.com/gortexhq/gortex/internal/engine/lang"
)

func TestDump(t *testing.T) {
	p := os.Getenv("DUMP")
	if p == "" {
		t.Skip()
	}
	src, _ := os.ReadFile(p)
	l := lang.ByExtension(path.Ext(p))
	f, err := l.Extract(context.Background(), p, src)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range f.Symbols {
		fmt.Printf("%d %s %s in %d exp=%v %d:%d [%d-%d] sig=%q doc=%q type=%q bases=%q\n", i, s.Kind, s.Name, s.Parent, s.Exported, s.Line, s.Column, s.StartLine, s.EndLine, s.Signature, s.Doc, s.Type, s.Bases)
	}
	for _, r := range f.Refs {
		fmt.Printf("ref %d:%d %s recv=%q kind=%d in=%d\n", r.Line, r.Column, r.Name, r.Recv, r.Kind, r.In)
	}
	for _, m := range f.Imports {
		fmt.Printf("import %+v\n", m)
	}
}
