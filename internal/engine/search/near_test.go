package search_test

import (
	"testing"

	"github.com/gortexhq/gortex/internal/engine/search"
)

func TestNamesAreNear(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		query, name string
		distance    int
		near        bool
	}{
		{"confload", "ConfigLoader", 0, true},
		{"ConfLoad", "config_loader", 0, true},
		{"confload", "ConfigLoaderFunc", 1, true},
		{"confload", "ConfigFileLoader", 1, true},
		{"loadconf", "ConfigLoader", 0, false},
		{"Stroe", "Store", 1, true},
		{"NewServre", "NewServer", 1, true},
		{"newserer", "NewServer", 1, true},
		{"NweSrever", "NewServer", 2, true},
		{"Stxre", "Store", 1, true},
		{"Sxxre", "Store", 0, false},
		{"Gte", "Get", 0, false}, // too short to be sure
		{"new server", "NewServer", 0, false},
	} {
		query := search.NewQuery(tt.query)
		if d, near := query.Near(tt.name); near != tt.near || d != tt.distance {
			t.Errorf("%s is %d from %s (near: %v), not %d", tt.name, d, tt.query, near, tt.distance)
		}
	}
}
