package tools

import (
	"testing"

	"github.com/gortexhq/gortex/internal/engine"
	"github.com/gortexhq/gortex/internal/engine/lang"
)

func TestWhatAsksYesOrNo(t *testing.T) {
	t.Parallel()
	for task, want := range map[string]bool{
		"Was a flag given by the user or is it the default?": true,
		"How does the loader tell whether a file is binary?": true,
		"Tell if a path is absolute":                         true,
		"Is there a way to sort the rows?":                   false,
		"Can you rename the store?":                          false,
		"Does not build with spaces in the path":             false,
		"Where is shell source split into tokens?":           false,
		"Issue a token": false,
		"isSet returns true although the flag was never given.": false,
	} {
		if got := asksYesOrNo(task); got != want {
			t.Errorf("%q: %v", task, got)
		}
	}
}

func TestWhatIsAPredicate(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, signature string
		want            bool
	}{
		{"IsSet", "func (c *Context) IsSet(name string)", true},
		{"__contains__", "def __contains__(self, key)", true},
		{"Issue", "def Issue(self)", false},
		{"Given", "func (f *Set) Given(name string) bool", true},
		{"Given", "func (f *Set) Given(name string) (value string, ok bool)", true},
		{"Given", "func (f *BoolFlag) Given(bool bool) error", false},
		{"given", "given(signer: (bool: boolean) => void): Promise<boolean>", true},
		{"given", "given(node: Node): node is Element", true},
		{"given", "export const given = async (value: string): Promise<boolean> => {", true},
		{"given", "def given(self, strict: bool) -> None", false},
		{"given", "def given(self) -> bool", true},
		{"given", "static inline bool given(struct set *s, const char *name)", true},
		{"given", "static int given(bool strict)", false},
		{"given", "public static boolean given(String name) {", true},
		{"given", "fn given(&self, strict: bool) -> usize", false},
	} {
		if got := predicate(engine.Symbol{Name: test.name, Signature: test.signature, Kind: lang.Function}); got != test.want {
			t.Errorf("%s: %v, its result is in %q", test.signature, got, resultOf(test.signature, test.name))
		}
	}
}
