package manual

import (
	"fmt"
	"strings"
)

// Each script finds the command that is being typed first: words that are one are put
// together to a path such as /daemon/run, and flags and arguments are passed over.

func bash(root Command) string {
	var b strings.Builder
	name := root.Name
	fmt.Fprintf(&b, `# bash completion of %[1]s; put into ~/.local/share/bash-completion/completions/%[1]s, or: eval "$(%[1]s completion bash)"
_%[1]s() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= words= files= i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    [ "${COMP_WORDS[i]}" = -- ] && return
    case "$path/${COMP_WORDS[i]}" in
      %[2]s) path+=/${COMP_WORDS[i]} ;;
    esac
  done
  case $prev in
`, name, paths(root))
	for _, f := range valued(root) {
		fmt.Fprintf(&b, "    %s) %s return ;;\n", strings.Join(f.dashed(), "|"), bashReply(f.Values, f.Files))
	}
	b.WriteString("  esac\n  case $path in\n")
	for _, p := range places(root) {
		path := p.path
		if path == "" {
			path = "''"
		}
		fmt.Fprintf(&b, "    %s) words=%s files=%s ;;\n", path, shellQuote(strings.Join(p.candidates(), " ")), []string{"", "-d", "-f"}[p.Files])
	}
	fmt.Fprintf(&b, `  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [ -n "$files" ] && { compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen $files -- "$cur")); }
}
complete -F _%[1]s %[1]s
`, name)
	return b.String()
}

func bashReply(values []string, files Files) string {
	switch {
	case len(values) > 0:
		return "COMPREPLY=($(compgen -W " + shellQuote(strings.Join(values, " ")) + ` -- "$cur"));`
	case files == Folders:
		return `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur"));`
	case files == AnyFiles:
		return `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur"));`
	}
	return ""
}

func zsh(root Command) string {
	var b strings.Builder
	name := root.Name
	fmt.Fprintf(&b, `#compdef %[1]s
# zsh completion of %[1]s; put it as _%[1]s into a folder of $fpath, or: eval "$(%[1]s completion zsh)"
_%[1]s() {
  local at= i
  local -a items
  for ((i = 2; i < CURRENT; i++)); do
    [[ $words[i] == -- ]] && return
    case "$at/$words[i]" in
      %[2]s) at+=/$words[i] ;;
    esac
  done
  case $words[CURRENT-1] in
`, name, paths(root))
	for _, f := range valued(root) {
		do := ":"
		switch {
		case len(f.Values) > 0:
			do = "compadd -- " + strings.Join(f.Values, " ")
		case f.Files == Folders:
			do = "_files -/"
		case f.Files == AnyFiles:
			do = "_files"
		}
		fmt.Fprintf(&b, "    %s) %s; return ;;\n", strings.Join(f.dashed(), "|"), do)
	}
	b.WriteString("  esac\n  case $at in\n")
	for _, p := range places(root) {
		path := p.path
		if path == "" {
			path = "''"
		}
		fmt.Fprintf(&b, "    %s)\n      items=(", path)
		for _, c := range p.Commands {
			b.WriteString(" " + shellQuote(c.Name+":"+c.Usage))
		}
		for _, v := range p.Values {
			b.WriteString(" " + shellQuote(v))
		}
		for _, f := range p.Flags {
			b.WriteString(" " + shellQuote(f.dashed()[0]+":"+strings.ReplaceAll(f.Usage, ":", `\:`)))
		}
		fmt.Fprintf(&b, " )\n      _describe %s items\n", shellQuote(strings.TrimSpace(name+" "+p.words())))
		if p.Files == Folders {
			b.WriteString("      _files -/\n")
		} else if p.Files == AnyFiles {
			b.WriteString("      _files\n")
		}
		b.WriteString("      ;;\n")
	}
	fmt.Fprintf(&b, "  esac\n}\nif [[ $zsh_eval_context[-1] == loadautofunc ]]; then _%[1]s \"$@\"; else compdef _%[1]s %[1]s; fi\n", name)
	return b.String()
}

func fish(root Command) string {
	var b strings.Builder
	name := root.Name
	fmt.Fprintf(&b, `# fish completion of %[1]s; put it into ~/.config/fish/completions/%[1]s.fish, or: %[1]s completion fish | source
function __%[1]s_at
  set -l at
  for word in (commandline -opc)[2..]
    switch "$at/$word"
      case %[2]s
        set at "$at/$word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c %[1]s -f
`, name, strings.ReplaceAll(paths(root), "|", " "))
	for _, p := range places(root) {
		at := fmt.Sprintf("complete -c %s -n %s", name, shellQuote(fmt.Sprintf("__%s_at '%s'", name, p.path)))
		for _, c := range p.Commands {
			fmt.Fprintf(&b, "%s -a %s -d %s\n", at, c.Name, fishQuote(c.Usage))
		}
		if len(p.Values) > 0 {
			fmt.Fprintf(&b, "%s -a %s\n", at, fishQuote(strings.Join(p.Values, " ")))
		}
		switch p.Files {
		case Folders:
			fmt.Fprintf(&b, "%s -a '(__fish_complete_directories)'\n", at)
		case AnyFiles:
			fmt.Fprintf(&b, "%s -F\n", at)
		}
		for _, f := range p.Flags {
			fmt.Fprintf(&b, "%s%s -d %s\n", at, fishFlag(f), fishQuote(f.Usage))
		}
	}
	return b.String()
}

func fishFlag(f Flag) string {
	text := ""
	for _, n := range f.Names {
		if len(n) == 1 {
			text += " -s " + n
		} else {
			text += " -l " + n
		}
	}
	switch {
	case len(f.Values) > 0:
		text += " -x -a " + fishQuote(strings.Join(f.Values, " "))
	case f.Value && f.Files != NoFiles:
		text += " -r -F"
	case f.Value:
		text += " -x"
	}
	return text
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// fishQuote: inside its quotes fish knows \' and \\.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
