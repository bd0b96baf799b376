package walk_test

import "testing"

func pipe(t *testing.T, _ string) {
	t.Helper()
	t.Skip("pipes have no place among the files here")
}
