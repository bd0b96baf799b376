package search

import (
	"strings"
	"testing"
)

func TestFormsOfAWordHaveOneStem(t *testing.T) {
	t.Parallel()
	for _, forms := range []string{
		"retry retries retried retrying", "allocate allocated allocation allocator alloc", "validate validation validator valid",
		"query queries querying", "close closes closed closing", "stop stopped stopping stops", "index indices", "address addresses", "cache caches cached caching",
		"delete deletes deleted deletion", "remove removal removed", "schedule scheduler scheduled scheduling", "buffer buf buffered", "convert conversion converted",
		"serialize serializer serialization serialise", "depend depends dependency dependencies dependent", "notify notified notification notifies",
		"configure configured", "sha256 sha", "match matches matched", "update updated updates updating", "parse parser parsed parsing",
	} {
		all := strings.Fields(forms)
		for _, form := range all[1:] {
			if Stem(form) != Stem(all[0]) {
				t.Errorf("the stem of %s is %s, that of %s is %s", all[0], Stem(all[0]), form, Stem(form))
			}
		}
	}
	for _, two := range [][2]string{{"user", "use"}, {"server", "serve"}, {"string", "str"}, {"status", "stat"}, {"class", "clear"}, {"service", "server"}} {
		if Stem(two[0]) == Stem(two[1]) {
			t.Errorf("%s and %s have the stem %s", two[0], two[1], Stem(two[0]))
		}
	}
}

func TestEachWord(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"HTTPServer":               "http +server",
		"parseHTTPRequest":         "parse +http +request",
		"http_server":              "http +server",
		"HTTP server":              "http server",
		"userIDs sha256Sum":        "user +ids sha256 +sum",
		"a.b(x) // größe Ünder x2": "größe ünder x2",
		"MAX_LEN":                  "max +len",
		"_private__name":           "private +name",
	} {
		var got []string
		EachWord([]byte(text), func(word []byte, at int, joined bool) {
			if !strings.EqualFold(text[at:at+len(word)], string(word)) {
				t.Errorf("%q: %q is not at %d", text, word, at)
			}
			w := string(word)
			if joined {
				w = "+" + w
			}
			got = append(got, w)
		})
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
}
