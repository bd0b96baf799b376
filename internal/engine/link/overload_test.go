package link

import "testing"

func TestParametersAreCountedFromSignatures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, signature string
		least, most     int
	}{
		{"get", "public Item get(String key) throws E", 1, 1},
		{"get", "Item get()", 0, 0},
		{"put", "void put(Map<String, Item> m, int[] a)", 2, 2},
		{"all", "static void all(String first, Object... rest)", 1, -1},
		{"add", "void Add(int a, int b = 3)", 0, -1},
		{"Add", "void Add(int a, int b = 3)", 1, 2},
		{"Log", "void Log(string f, params object[] args)", 1, -1},
		{"each", "void each(std::function<void(int, int)> f)", 1, 1},
		{"cut", "void cut(String a, Str", 0, -1},
	} {
		if least, most := parameters(tt.name, tt.signature); least != tt.least || most != tt.most {
			t.Errorf("%s: %d to %d, want %d to %d", tt.signature, least, most, tt.least, tt.most)
		}
	}
}
