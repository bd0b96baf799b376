package pi

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	assets "github.com/gortexhq/gortex/extension-assets"
	"github.com/gortexhq/gortex/internal/hosts"
	"github.com/gortexhq/gortex/internal/hosts/pi/editdiff"
	"github.com/gortexhq/gortex/internal/version"
)

// callTimeout is Pi's timer for a request to our server: some analyses run for minutes,
// and a daemon that hangs must not hold an agent's turn forever.
const callTimeout = 600 // seconds

func registration(command string) *serverConfig {
	return &serverConfig{Command: command, Args: []string{"pi", "mcp-shim"}, Exposure: "direct", Timeout: callTimeout}
}

// InstallOptions say where the extension goes.
type InstallOptions struct {
	Options
	AgentDir string // "": PI_CODING_AGENT_DIR, else ~/.pi/agent
	Project  bool   // into .pi of the working folder instead
	Force    bool   // overwrite a file that its user changed
}

// Report is what an install or uninstall did.
type Report struct {
	Path   string       `json:"path"`
	Action hosts.Action `json:"action"`
	Bin    string       `json:"bin,omitempty"`
	Backup string       `json:"backup,omitempty"`
	Note   string       `json:"note,omitempty"`
}

// String is the report for a person: what was done, what it runs, what comes next.
func (r Report) String() string {
	var text string
	switch r.Action {
	case hosts.Nothing:
		text = "nothing to remove: there is no " + r.Path
	case hosts.Current:
		text = r.Path + " is already current"
	default:
		text = fmt.Sprintf("%s %s", r.Action, r.Path)
	}
	if r.Backup != "" {
		text += ", and kept yours as " + r.Backup
	}
	if r.Bin != "" {
		text += "\nit runs " + r.Bin
	}
	if r.Note != "" {
		text += "\n" + r.Note
	}
	return text
}

// Install writes the extension into Pi's folder, with the path of this binary in it. A
// file that its user changed is an error that shows the difference and names --force,
// and stays as it is.
func Install(o InstallOptions) (Report, error) {
	o.Options = o.filled()
	bin, err := o.binary()
	if err != nil {
		return Report{}, err
	}
	if strings.Contains(filepath.ToSlash(bin), "/go-build") {
		return Report{}, fmt.Errorf("this gortex runs from a build folder that will be gone (%s): install it first (make install, or go install ./cmd/gortex), and run that one", bin)
	}
	file, err := o.file(bin)
	if err != nil {
		return Report{}, err
	}
	change, err := file.Write(o.Force)
	report := Report{Path: file.Path, Action: change.Action, Backup: change.Backup, Bin: bin}
	if changed, ok := errors.AsType[*hosts.ChangedError](err); ok {
		return report, fmt.Errorf("%s was changed since it was installed, so it was left alone; gortex pi install --force overwrites it and keeps yours as a backup%s", file.Path, difference(changed))
	}
	if err != nil {
		return report, fmt.Errorf("install the extension: %w; --agent-dir DIR names another folder of Pi's", err)
	}
	if change.Action != hosts.Current {
		report.Note = "next: pi, in a repository that gortex init has tracked; sessions that are open read it after /reload"
	}
	return report, nil
}

// How many lines of a difference an error shows, and how long it may take.
const (
	shownDifference = 60
	differenceTime  = 5 * time.Second // a person waits for it, no session does
)

// difference shows what its user changed, as a patch of what an install writes.
func difference(e *hosts.ChangedError) string {
	result := editdiff.Budget{Time: differenceTime}.Compute(e.Ours, e.Theirs, filepath.Base(e.Path))
	switch {
	case result.Details == nil && result.Note == "":
		return " (they differ in line ends only)"
	case result.Details == nil:
		return "\n" + result.Note
	}
	lines := strings.Split(strings.TrimRight(result.Details.Patch, "\n"), "\n")
	if len(lines) > shownDifference {
		lines = append(lines[:shownDifference], fmt.Sprintf("… %d more lines", len(lines)-shownDifference))
	}
	return "\n" + strings.Join(lines, "\n")
}

// Uninstall removes what Install wrote, and keeps a file that its user changed.
func Uninstall(o InstallOptions) (Report, error) {
	o.Options = o.filled()
	file, err := o.file("")
	if err != nil {
		return Report{}, err
	}
	action, err := file.Remove()
	if err != nil {
		return Report{Path: file.Path}, fmt.Errorf("remove the extension: %w", err)
	}
	report := Report{Path: file.Path, Action: action}
	switch action {
	case hosts.Kept:
		report.Note = "it was changed since it was installed; remove it yourself if you do not want it"
	case hosts.Removed:
		o.removeEmpty(file)
		if kept := file.Backups(); len(kept) > 0 {
			report.Note = "what you had there before an install --force stays: " + strings.Join(kept, ", ")
		}
	}
	return report, nil
}

// removeEmpty takes the folders away that an install makes where there are none: the one
// of all extensions and, in a project, Pi's own. What has anything in it stays.
func (o InstallOptions) removeEmpty(file hosts.File) {
	extensions := filepath.Dir(filepath.Dir(file.Path))
	if os.Remove(extensions) == nil && o.Project {
		_ = os.Remove(filepath.Dir(extensions))
	}
}

func (o InstallOptions) file(bin string) (hosts.File, error) {
	content, err := extension(bin)
	if err != nil {
		return hosts.File{}, err
	}
	dir := o.AgentDir
	switch {
	case o.Project:
		dir = filepath.Join(o.CWD, ".pi")
	case dir == "":
		dir = o.agentDir()
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return hosts.File{}, err
	}
	return hosts.File{Path: filepath.Join(dir, "extensions", serverName, "index.ts"), Content: content, Ours: installed}, nil
}

// binary is the gortex that Pi's sessions will run.
func (o Options) binary() (string, error) {
	if o.Bin != "" {
		return filepath.Abs(o.Bin)
	}
	bin, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find this program's own path: %w", err)
	}
	return bin, nil
}

// The first line of an installed file carries a checksum of the others, so that an
// install of any version can tell what a version wrote from what a person changed.
const (
	stampStart = "// Installed by gortex; `gortex pi install` writes it anew. sha256: "
	marker     = "// gortex:installed"
)

// extension is index.ts with the record of this install in place of the marked line.
func extension(bin string) ([]byte, error) {
	server := registration("")
	record, err := json.Marshal(map[string]any{
		"version": version.Version, "bin": bin,
		"server": map[string]any{"name": serverName, "args": server.Args, "exposure": server.Exposure, "timeout": server.Timeout},
	})
	if err != nil {
		return nil, err
	}
	lines := strings.SplitAfter(assets.Extension, "\n")
	replaced := 0
	for i, line := range lines {
		if strings.HasPrefix(line, "const INSTALLED = ") && strings.HasSuffix(strings.TrimSpace(line), marker) {
			lines[i] = fmt.Sprintf("const INSTALLED = %s; %s\n", record, marker)
			replaced++
		}
	}
	if replaced != 1 {
		return nil, fmt.Errorf("the extension in this binary has %d lines marked %q, not one: build gortex anew", replaced, marker)
	}
	body := strings.Join(lines, "")
	return []byte(stamp(body) + body), nil
}

func stamp(body string) string {
	sum := sha256.Sum256([]byte(body))
	return stampStart + hex.EncodeToString(sum[:]) + "\n"
}

// installed says whether content is as an install left it.
func installed(content []byte) bool {
	_, body, ok := strings.Cut(string(content), "\n")
	return ok && string(content) == stamp(body)+body
}
