package home

import (
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The folders of each system, resolved on any: what is injected is its name and which
// paths are absolute there. Paths are joined as this system joins them.
func TestEachSystemsFolders(t *testing.T) {
	t.Parallel()
	drive := regexp.MustCompile(`^([A-Za-z]:[\\/]|\\\\)`).MatchString
	rooted := func(path string) bool { return len(path) > 0 && path[0] == '/' }
	const user = `C:\Users\me`
	for _, tt := range []struct {
		rule   string
		system system
		env    map[string]string
		want   Dirs
	}{
		{"macOS keeps to Library", system{"darwin", rooted}, map[string]string{"HOME": "/Users/me"}, Dirs{
			Config: "/Users/me/Library/Application Support/gortex", Cache: "/Users/me/Library/Caches/gortex", State: "/Users/me/Library/Application Support/gortex/state",
			Socket: "/Users/me/Library/Application Support/gortex/state/run/daemon.sock"}},
		{"macOS takes XDG where it is set", system{"darwin", rooted}, map[string]string{"HOME": "/Users/me", "XDG_CONFIG_HOME": "/x/c", "XDG_STATE_HOME": "/x/s", "XDG_RUNTIME_DIR": "/x/r"}, Dirs{
			Config: "/x/c/gortex", Cache: "/Users/me/Library/Caches/gortex", State: "/x/s/gortex/state", Socket: "/x/r/gortex/daemon.sock"}},
		{"Windows has AppData", system{"windows", drive}, map[string]string{"USERPROFILE": user, "HOME": "/c/Users/me"}, Dirs{
			Config: filepath.Join(user, "AppData", "Roaming", "gortex"), Cache: filepath.Join(user, "AppData", "Local", "gortex", "cache"), State: filepath.Join(user, "AppData", "Local", "gortex", "state"),
			Socket: filepath.Join(user, "AppData", "Local", "gortex", "state", "run", "daemon.sock")}},
		{"Windows takes where the variables lead", system{"windows", drive}, map[string]string{"USERPROFILE": user, "APPDATA": `D:\R`, "LOCALAPPDATA": `D:\L`}, Dirs{
			Config: filepath.Join(`D:\R`, "gortex"), Cache: filepath.Join(`D:\L`, "gortex", "cache"), State: filepath.Join(`D:\L`, "gortex", "state"), Socket: filepath.Join(`D:\L`, "gortex", "state", "run", "daemon.sock")}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			if tt.system.name == "darwin" && runtime.GOOS == "windows" {
				t.Skip("paths are joined with \\ here")
			}
			got, err := tt.system.resolve(func(name string) string { return tt.env[name] })
			if err != nil {
				t.Fatal(err)
			}
			tt.want.Lock = tt.want.Socket + ".lock"
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := (system{"windows", drive}).resolve(func(name string) string { return map[string]string{"HOME": "/c/Users/me"}[name] }); err == nil {
		t.Error("a home folder was found where there is none")
	}
}
