package e2e

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestAPictureOfASession keeps what Pi's terminal shows of a session, as a picture for the
// README: GORTEX_SCREENS names the folder.
func TestAPictureOfASession(t *testing.T) {
	dir := os.Getenv("GORTEX_SCREENS")
	if dir == "" {
		t.Skip("GORTEX_SCREENS=docs/screens keeps the picture")
	}
	need(t, "node", "npm", "git", "tmux")
	pi := pis[len(pis)-1]
	w := newWorld(t, map[string]string{
		"go.mod":            "module example.com/shop\n",
		"store/store.go":    "package store\n\n// OpenStore opens it.\nfunc OpenStore(path string) error { return nil }\n",
		"server/server.go":  "package server\n\nimport \"example.com/shop/store\"\n\nfunc Serve() error { return store.OpenStore(\"shop.db\") }\n",
		"cmd/shop/main.go":  "package main\n\nimport (\n\t\"example.com/shop/server\"\n\t\"example.com/shop/store\"\n)\n\nfunc main() {\n\t_ = store.OpenStore(\"x\")\n\t_ = server.Serve()\n}\n",
		"store/gone.go":     "package store\n\nfunc close() {}\n",
		"server/routes.go":  "package server\n\nfunc routes() {}\n",
		"store/migrate.go":  "package store\n\nfunc migrate() {}\n",
		"cmd/shop/flags.go": "package main\n\nfunc flags() {}\n",
	})
	w.gortex("init", "--quiet")
	s := w.look(run{Version: pi.version, Script: []turn{
		calls(call{"bash", args{"command": "grep -rn OpenStore ."}}),
		calls(call{pi.tool("relations"), args{"operation": "callers", "symbol": "store/store.go::OpenStore"}}),
		calls(call{pi.tool("edit"), args{"file": "store/store.go", "edits": []any{args{"old": "// OpenStore opens it.", "new": "// OpenStore opens the store at path; two callers rely on it."}}}}),
		{Text: "OpenStore has two callers, in cmd/shop and server; its comment says so now."},
	}})
	s.types("Who calls OpenStore? Say so in its comment.")
	s.shows("its comment says so now", "main.go:9 uses OpenStore", "two callers rely on it")
	out, err := exec.Command("tmux", "-S", s.socket, "capture-pane", "-e", "-p", "-S", "-500", "-t", "pi").Output()
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if _, after, ok := strings.Cut(text, "Who calls OpenStore?"); ok { // from the prompt to the answer: not Pi's own welcome
		text = "Who calls OpenStore?" + after
	}
	if before, _, ok := strings.Cut(text, "its comment says so now."); ok {
		text = before + "its comment says so now."
	}
	if err := os.WriteFile(filepath.Join(dir, "pi-"+pi.version+".svg"), []byte(picture(text)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// style is how a terminal draws a character.
type style struct {
	ink, paper   string // "" is the terminal's own
	bold, italic bool
}

// picture draws what a terminal shows as an SVG, in the terminal's colors.
func picture(ansi string) string {
	const width, height, margin = 8.4, 19.0, 16.0
	var body strings.Builder
	var now style
	columns, row := 0, 0
	for line := range strings.SplitSeq(strings.TrimRight(ansi, "\n "), "\n") {
		column, y := 0, margin+height*float64(row)
		for line != "" {
			if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
				end := strings.IndexFunc(rest, func(r rune) bool { return r >= '@' && r <= '~' })
				if end < 0 {
					break
				}
				if rest[end] == 'm' {
					now = now.set(rest[:end])
				}
				line = rest[end+1:]
				continue
			}
			text := line
			if end := strings.IndexByte(line, '\x1b'); end == 0 {
				line = line[1:]
				continue
			} else if end > 0 {
				text = line[:end]
			}
			line = line[len(text):]
			n := utf8.RuneCountInString(text)
			x := margin + width*float64(column)
			if now.paper != "" {
				fmt.Fprintf(&body, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`, x, y, width*float64(n), height, now.paper)
			}
			if strings.TrimSpace(text) != "" {
				more := ""
				if now.ink != "" {
					more += ` fill="` + now.ink + `"`
				}
				if now.bold {
					more += ` font-weight="bold"`
				}
				if now.italic {
					more += ` font-style="italic"`
				}
				fmt.Fprintf(&body, `<text x="%.1f" y="%.1f" textLength="%.1f"%s>%s</text>`, x, y+14, width*float64(n), more, html.EscapeString(strings.ReplaceAll(text, " ", "\u00a0"))) // plain ones are drawn as one
			}
			column += n
		}
		columns, row = max(columns, column), row+1
		body.WriteByte('\n')
	}
	w, h := 2*margin+width*float64(columns), 2*margin+height*float64(row)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#d4d4d4">
<rect width="100%%" height="100%%" rx="10" fill="#16181d"/>
%s</svg>
`, w, h, body.String())
}

// set is the style after one sequence of the terminal's.
func (s style) set(sequence string) style {
	codes := strings.Split(sequence, ";")
	for i := 0; i < len(codes); i++ {
		n, _ := strconv.Atoi(codes[i]) // an empty one is 0
		switch {
		case n == 0:
			s = style{}
		case n == 1:
			s.bold = true
		case n == 3:
			s.italic = true
		case n == 22:
			s.bold = false
		case n == 23:
			s.italic = false
		case n == 39:
			s.ink = ""
		case n == 49:
			s.paper = ""
		case n >= 30 && n <= 37:
			s.ink = indexed(n - 30)
		case n >= 90 && n <= 97:
			s.ink = indexed(n - 82)
		case n >= 40 && n <= 47:
			s.paper = indexed(n - 40)
		case n == 38 || n == 48:
			color, used := extended(codes[i+1:])
			if i += used; n == 38 {
				s.ink = color
			} else {
				s.paper = color
			}
		}
	}
	return s
}

func extended(codes []string) (color string, used int) {
	at := func(i int) int { n, _ := strconv.Atoi(codes[i]); return n }
	switch {
	case len(codes) >= 2 && codes[0] == "5":
		return indexed(at(1)), 2
	case len(codes) >= 4 && codes[0] == "2":
		return fmt.Sprintf("#%02x%02x%02x", at(1), at(2), at(3)), 4
	}
	return "", len(codes)
}

// indexed is one of a terminal's 256 colors.
func indexed(n int) string {
	basic := strings.Fields("#1e1e1e #e05561 #8cc265 #d18f52 #4aa5f0 #c162de #42b3c2 #d7dae0 #7f8490 #ff616e #a5e075 #f0a45d #4dc4ff #de73ff #4cd1e0 #ffffff")
	switch {
	case n < 16:
		return basic[max(n, 0)]
	case n < 232:
		level := func(i int) int { return []int{0, 95, 135, 175, 215, 255}[i] }
		return fmt.Sprintf("#%02x%02x%02x", level((n-16)/36), level((n-16)/6%6), level((n-16)%6))
	}
	gray := 8 + 10*(min(n, 255)-232)
	return fmt.Sprintf("#%02x%02x%02x", gray, gray, gray)
}

func TestAPictureIsWhatTheTerminalShows(t *testing.T) {
	t.Parallel()
	got := picture("\x1b[1ma < b\x1b[0m \x1b[38;2;1;2;3;48;5;16mx\x1b[39;49m\n\x1b[31m-3\x1b[0m")
	for _, want := range []string{"font-weight=\"bold\">a\u00a0&lt;\u00a0b</text>", `fill="#010203">x</text>`, `height="19.0" fill="#000000"/>`, `fill="#e05561">-3</text>`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}
