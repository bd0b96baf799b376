// Package bash reads shell scripts: functions, the variables of a script, what is
// called and what is sourced.
package bash

import (
	"path"
	"strings"

	"github.com/gortexhq/gortex/internal/engine/lang"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/extract"
	"github.com/gortexhq/gortex/internal/engine/lang/treesitter/table"
)

func init() { lang.Register(table.NewLanguage("bash", []string{".sh", ".bash", ".bats"}, spec)) }

func spec() *table.Spec {
	return &table.Spec{
		Grammar: grammar,
		Example: `(command name: (command_name (word) @name))`,
		Rules: table.Rules{
			"function_definition": {Role: table.Func, Kind: lang.Function, Name: "name", Body: "body"},
			"command":             {Do: command, Name: "name"},
			"command_name":        {},
			"variable_assignment": {Do: assignment, Name: "name", Value: "value"},
			"variable_name":       {Role: table.TypeName, Do: skip},
			"word":                {Role: table.Name, Do: skip},
			"declaration_command": {},
		},
		Drop: []string{
			"comment", "raw_string", "ansi_c_string", "number", "regex", "test_operator", "file_descriptor", "string_content", "heredoc_content",
			"heredoc_start", "heredoc_end", "special_variable_name", "extglob_pattern",
		},
		Comments: extract.Comments{Line: []string{"#"}},
		Exported: func(*table.Extractor, uint32, *lang.Symbol) bool { return true },
		TestFile: func(p string) bool { return path.Ext(p) == ".bats" || strings.Contains("/"+p, "/test") },
		Resolver: func(files lang.Files) lang.Resolver { return &resolver{files} },
	}
}

func skip(*table.Extractor, uint32) {}

// command is a call of a function, or of a program that is not ours.
func command(x *table.Extractor, i uint32) {
	name := x.Get(i, "name")
	text := ""
	if name != 0 {
		text = string(x.Bytes(name))
		if name+1 < x.Nodes[name].Next && x.Role(name+1) == table.Name {
			x.Ref(name+1, x.Name(name+1), "", lang.Call)
		} else {
			x.Walk(name)
		}
	}
	for c := range x.Each(i) {
		if c == name {
			continue
		}
		if text == "source" || text == "." {
			source(x, c)
			text = ""
		}
		x.Walk(c)
	}
}

// source is of a file, as far as its name is written: "$DIR/lib.sh" ends in it.
func source(x *table.Extractor, i uint32) {
	file := strings.Trim(string(x.Bytes(i)), `"'`)
	for strings.Contains(file, "$") {
		at := strings.IndexByte(file, '/')
		if strings.HasPrefix(file, "$(") {
			if end := strings.LastIndexByte(file, ')'); end >= 0 {
				at = end + strings.IndexByte(file[end:]+"/", '/')
			}
		}
		if at < 0 || at >= len(file) {
			return
		}
		file = file[at+1:]
	}
	if file != "" && len(file) < 300 && !strings.ContainsAny(file, " \n(){}") {
		x.Import(lang.Import{Local: "*", Module: file, Line: x.Line(i), Reexport: true})
	}
}

// assignment makes a script's variable, where it stands first and in no function.
func assignment(x *table.Extractor, i uint32) {
	name, value := x.Get(i, "name"), x.Get(i, "value")
	if name != 0 && x.Level == table.AtFile && x.Is(name, "variable_name") && x.Nodes[name].Start < x.Nodes[name].End && x.Member(-1, x.Name(name)) < 0 {
		x.Symbol(lang.Symbol{Kind: lang.Variable}, name, i, x.Nodes[i].End)
	}
	x.WalkIf(value)
}

// resolver finds sourced files.
type resolver struct{ files lang.Files }

// Resolve returns the file beside the script, or below one of the folders around it.
func (r *resolver) Resolve(from, module string) []string {
	for dir := path.Dir(from); ; dir = path.Dir(dir) {
		if p := path.Join(dir, module); r.files.Exists(p) {
			return []string{p}
		}
		if dir == "." || dir == "/" {
			break
		}
	}
	if found := r.files.Named(path.Base(module)); len(found) == 1 {
		return found
	}
	return nil
}
