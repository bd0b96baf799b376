package hooks

// edit advises on Edit and Write: they are never denied.
func (j *judge) edit(in input) answer {
	name, ok := in.text("file_path")
	if !ok || name == "" {
		return answer{}
	}
	f, ok := j.source(name)
	tool, callable := j.tools.name("edit")
	if !ok || !callable {
		return answer{}
	}
	text := "`" + tool + "` edits indexed files such as " + printable(j.show(f)) + " exactly and atomically (operations replace, symbol, write, batch) and keeps the graph fresh at once."
	return answer{advice: text, topic: adviceEdit}
}

// task advises on a sub-agent: what it does not know it will not use.
func (j *judge) task() answer {
	if j.cwd == "" || j.graph.SourceUnder(j.cwd) == 0 {
		return answer{}
	}
	var names []string
	for _, bare := range []string{"explore", "search", "relations"} {
		if name, ok := j.tools.name(bare); ok {
			names = append(names, "`"+name+"`")
		}
	}
	if len(names) == 0 {
		return answer{}
	}
	text := "Tell the sub-agent that this repository is indexed: " + list(names) + " answer faster than grep and whole files."
	return answer{advice: text, topic: adviceTask}
}

// list joins names as a sentence does.
func list(names []string) string {
	if len(names) < 2 {
		return names[0]
	}
	out := names[0]
	for _, n := range names[1 : len(names)-1] {
		out += ", " + n
	}
	return out + " and " + names[len(names)-1]
}
