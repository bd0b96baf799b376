package jsonedit_test

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gortexhq/gortex/internal/hosts/jsonedit"
)

type server struct {
	Command string   `json:"command"`
	Args    []string `json:"args"`
}

var ours = server{"gortex", []string{"mcp"}}

func TestSetLeavesTheRestAsItIs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, in, want string }{
		{"an empty file", "", "{\n  \"mcpServers\": {\n    \"gortex\": {\n      \"command\": \"gortex\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}\n"},
		{"a file on one line stays on one", `{"a":1.50,"mcpServers":{"x":{}}}`, `{"a":1.50,"mcpServers":{"x":{}, "gortex": {"command":"gortex","args":["mcp"]}}}`},
		{"tabs stay tabs", "{\n\t\"z\": 1e2,\n\t\"mcpServers\": {}\n}", "{\n\t\"z\": 1e2,\n\t\"mcpServers\": {\n\t\t\"gortex\": {\n\t\t\t\"command\": \"gortex\",\n\t\t\t\"args\": [\n\t\t\t\t\"mcp\"\n\t\t\t]\n\t\t}\n\t}\n}"},
		{"line ends stay", "{\r\n    \"a\": \"\\u003c\"\r\n}\r\n", "{\r\n    \"a\": \"\\u003c\",\r\n    \"mcpServers\": {\r\n        \"gortex\": {\r\n            \"command\": \"gortex\",\r\n            \"args\": [\r\n                \"mcp\"\r\n            ]\r\n        }\r\n    }\r\n}\r\n"},
		{"a value is replaced where it stands", "{\"mcpServers\": {\"gortex\": 7, \"b\": 1}}", "{\"mcpServers\": {\"gortex\": {\"command\":\"gortex\",\"args\":[\"mcp\"]}, \"b\": 1}}"},
		{"a mark at the start stays", "\xef\xbb\xbf{\"mcpServers\": {\"a\": 1}}", "\xef\xbb\xbf{\"mcpServers\": {\"a\": 1, \"gortex\": {\"command\":\"gortex\",\"args\":[\"mcp\"]}}}"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			d, err := jsonedit.Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Set(ours, "mcpServers", "gortex"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(d.Bytes())); diff != "" {
				t.Error(diff)
			}
			var got server
			if !d.Get(&got, "mcpServers", "gortex") || got.Command != "gortex" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// What is taken away again leaves the file as it was.
func TestRemoveUndoesSetAndAppend(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		`{"a": 1}`, "{\n  \"a\": 1\n}\n", "{\n  \"list\": [\n    1,\n    2\n  ]\n}", `{"list":[1, 2],"b":{ "c" : [ ] }}`, "{\"a\": [\n{\"x\":\n1}]}", "{\r\n\t\"a\": {\r\n\t\t\"b\": true\r\n\t}\r\n}",
	} {
		d, err := jsonedit.Parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		had := d.Len("list")
		if err := errors.Join(d.Set(ours, "new", "gortex"), d.Append(ours, "list")); err != nil {
			t.Fatal(err)
		}
		err = errors.Join(d.Remove("new"), d.Remove("list", strconv.Itoa(max(had, 0))))
		if had < 0 {
			err = errors.Join(err, d.Remove("list"))
		}
		if diff := cmp.Diff(in, string(d.Bytes())); diff != "" || err != nil {
			t.Errorf("%s\n%v", diff, err)
		}
	}
}

func TestWhatIsNoPlainJSONIsRefusedWithItsPlace(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"{\n  // mine\n  \"a\": 1\n}": "line 2, column 3, a comment perhaps",
		"{\"a\": 1,}":                 "line 1, column 9",
		"{\"a\": ":                    "line 1",
	} {
		_, err := jsonedit.Parse([]byte(in))
		if !errors.Is(err, jsonedit.ErrNotPlain) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
	}
}

func TestAWrongShapeIsAnError(t *testing.T) {
	t.Parallel()
	d, err := jsonedit.Parse([]byte(`{"hooks": [], "list": {}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Set(1, "hooks", "PreToolUse"); err == nil || !strings.Contains(err.Error(), "hooks is no object") {
		t.Error(err)
	}
	if err := d.Append(1, "list"); err == nil || !strings.Contains(err.Error(), "list is no list") {
		t.Error(err)
	}
}

func TestAnElementIsNamedByItsNumber(t *testing.T) {
	t.Parallel()
	d, err := jsonedit.Parse([]byte(`{"hooks": [{"command": "a"}, {"command": "b", "timeout": 5}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(d.Set("c", "hooks", "1", "command"), d.Remove("hooks", "0"), d.Remove("hooks", "7")); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`{"hooks": [{"command": "c", "timeout": 5}]}`, string(d.Bytes())); diff != "" {
		t.Error(diff)
	}
}

// FuzzSet: whatever valid JSON it is, a member that was set is there, the others are as
// they were, and without it the document means what it meant.
func FuzzSet(f *testing.F) {
	for _, s := range []string{"", "{}", `{"a":[1,{"b":"\\\""}]}`, "{\n\t\"a\" : -1.5e3 ,\r\n \"k\":{}}", `{"k":1,"k":2}`, "[]", "3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		d, err := jsonedit.Parse([]byte(src))
		if err != nil {
			return
		}
		var before, after map[string]json.RawMessage
		if !d.Get(&before) || before == nil {
			return
		}
		if _, taken := before["k"]; taken || d.Set("v", "k") != nil {
			return
		}
		var v string
		if !d.Get(&v, "k") || v != "v" {
			t.Fatalf("%q: it is not there in %q", src, d.Bytes())
		}
		if err := d.Remove("k"); err != nil || !d.Get(&after) {
			t.Fatalf("%q: %v", src, err)
		}
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("%q: %s", src, diff)
		}
	})
}
