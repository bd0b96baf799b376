package hooks_test

import "testing"

func TestCommandsThatAskAreBlocked(t *testing.T) {
	t.Parallel()
	commands(t, true, map[string][]string{
		"every command of the grep family is understood": {
			"grep -r NewServer .", "grep -R NewServer", "egrep -r NewServer .", "fgrep -rn NewServer internal", "rgrep NewServer", "rg NewServer", "ag NewServer", "ack NewServer",
			"git grep NewServer", "git --no-pager grep -n NewServer", "git -C internal grep Store", "/usr/bin/grep -r NewServer .", "git grep -e NewServer", "rg -l NewServer", "grep -rl NewServer .",
		},
		"options with arguments are not taken for the pattern": {
			"grep -rn -A 3 -B3 NewServer .", "grep -m 1 -r NewServer .", "rg -C3 NewServer", "rg --context=3 NewServer", "rg --max-count 2 --color never NewServer", "rg -j4 NewServer",
			"grep -5 -r NewServer .", "grep -rn --color=auto NewServer .", "rg -M 200 NewServer", "ag -A 2 NewServer", "git grep -C 2 NewServer", "rg -nA2 NewServer", "grep -rnC 2 NewServer",
		},
		"the pattern comes from -e, --regexp or the first operand": {
			"grep -r -e NewServer .", "rg -eNewServer", "rg --regexp NewServer internal", "grep -rne NewServer .", "rg -e NewServer -e Open", "rg -- NewServer", "rg -n -- NewServer internal",
		},
		"options may follow operands": {
			"rg NewServer -n", "rg NewServer internal --no-heading -n", "grep NewServer -r .", "grep -r NewServer . --include='*.go'", "grep -r --include=*.go NewServer .",
		},
		"files are restricted by glob and type": {
			"rg -t go NewServer", "rg -tgo NewServer", "rg -g '*.go' NewServer", "rg -g '!*_test.go' NewServer", "rg --glob=*.go NewServer", "rg -g '*.{go,ts}' NewServer", "rg -T md NewServer",
			"rg -g 'internal/**' NewServer", "grep -r --exclude-dir=node_modules NewServer .", "grep -r --exclude='*.md' NewServer .", "rg --type=ts fetchUser", "ag --go NewServer", "ack --type=go NewServer",
			"git grep NewServer -- '*.go'", "git grep NewServer -- internal", "git grep NewServer '*.go'", "git grep NewServer -- ':!*.md'",
		},
		"files may be given as operands": {
			"grep -n NewServer internal/server/server.go", "grep Open internal/store/*.go", "rg NewServer internal/server/server.go", "grep -n Store README.md internal/store/store.go",
			"grep -n Open internal/{store/store,server/server}.go", "rg NewServer docs internal", "grep NewServer internal/*/*.go", "rg NewServer {docs,internal}/",
		},
		"a name that is only used there is answered by its uses": {
			"rg NewServer cmd", "grep -n NewServer cmd/app/main.go", "grep fetchUser web/src/index.ts",
		},
		"a name may stand in the clothes of a pattern": {
			`rg 'func\s+NewServer\s*\('`, `rg 'NewServer *\('`, `grep -rn 'NewServer\s*(' .`,
			`rg '\bNewServer\b'`, `grep -rn '\<NewServer\>' .`, `rg '^func NewServer'`, `rg 'func NewServer\('`, `grep -rn 'func NewServer(' .`, `rg 'class ApiClient'`, `rg 'type Store struct'`,
			`rg '^\s*class\s+ReportBuilder'`, `rg 'def build_report'`, `rg 'Store\.Get'`, `rg Store.Get`, `rg 'server\.NewServer'`, `rg -F 'NewServer('`, `rg '(NewServer)'`, `rg '^export class ApiClient \{'`,
			`rg 'interface User'`, `rg größeInMetern`, `rg "^type (Store|Server)$" || true; rg Store`,
		},
		"a few names may be alternatives": {
			`rg '(NewServer|Open)\('`, `grep -rnE '(NewServer|Open)\(' .`, `rg '^(NewServer|Open)\('`,
			`rg 'NewServer|Open'`, `grep -rE 'NewServer|Open' .`, `grep -r 'NewServer\|Open' .`, `egrep -r '(NewServer|Open)' .`, `rg '\b(NewServer|Open)\b'`, `rg '(?:NewServer|Open)'`, `rg 'Store|Server|Reader|Open|User'`,
		},
		"quoting of every kind gives the same word": {
			`rg 'NewServer'`, `rg "NewServer"`, `rg $'NewServer'`, `rg New"Ser"'ver'`, `rg New\Server`, `\rg NewServer`, `"rg" NewServer`, `r'g' NewServer`, `rg $'New\x53erver'`, "rg \\\n  NewServer", "'grep' -r NewServer .",
			`cat internal/store/st"ore.go"`, `cat "web/src/my page/widget.ts"`, `cat web/src/my\ page/widget.ts`, `cat $'web/src/my page/widget.ts'`, `cat web/src/'my page'/widget.ts`,
		},
		"wrappers are taken off with their options": {
			"sudo rg NewServer", "sudo -u root -E rg NewServer", "sudo -n -- rg NewServer", "env rg NewServer", "env -u HOME A=b rg NewServer", "env -i LC_ALL=C rg NewServer", "timeout 5 rg NewServer",
			"timeout -k 1 -s KILL 5s rg NewServer", "timeout --signal=KILL 5 rg NewServer", "nice rg NewServer", "nice -n 10 rg NewServer", "nice -10 rg NewServer", "ionice -c 3 rg NewServer", "ionice -c2 -n7 nice rg NewServer",
			"nohup rg NewServer", "command rg NewServer", "builtin command rg NewServer", "exec rg NewServer", "time rg NewServer", "time -p rg NewServer", "/usr/bin/time -v rg NewServer", "stdbuf -oL rg NewServer",
			"stdbuf -o L grep -r NewServer .", "LC_ALL=C sudo env A=1 timeout 5 rg NewServer", "setsid -w rg NewServer", "A=1 B=2 rg NewServer", "env -C internal rg Store", "! time rg NewServer; rg NewServer", "busybox grep -r NewServer .",
		},
		"each command in a list counts": {
			"pwd && rg NewServer", "false || rg NewServer", "rg NewServer || true", "rg NewServer || echo none", "rg NewServer; echo done", "pwd; ls; rg NewServer", "echo '---'; cat internal/store/store.go",
			"git status && rg NewServer", "set -e\nrg NewServer", "rg NewServer 2>/dev/null", "rg NewServer 2>&1", "rg NewServer 2>/dev/null | head", "rg NewServer 2>&1 | head -20", "# first\nrg NewServer # why",
			"rg nothing_here; rg NewServer", "wc -l README.md; cat internal/store/store.go", "true;rg NewServer", "rg NewServer;", "export A=1; rg NewServer",
		},
		"what leaves the sources as they are hides no question": {
			"source .venv/bin/activate && rg NewServer", ". venv/bin/activate; cat tools/report.py",
			"python3 --version; rg NewServer", "node --version && rg fetchUser", "node -v; rg fetchUser", "ctags --version; rg NewServer", "curl -s -o /tmp/x.json http://x; rg NewServer", "bun test; rg fetchUser", "cargo test && rg NewServer",
			"go build ./... && rg NewServer", "go test ./... 2>&1 | tail -5; cat internal/store/store.go", "make; rg NewServer", "npm install && rg fetchUser", "npm test; cat web/src/api.ts", "mkdir -p /tmp/x && cat internal/store/store.go", "touch x; rg NewServer", "cp a b && rg NewServer", "rm -rf build; rg NewServer",
			"git add -A && cat internal/store/store.go", "git commit -qm 'x' && rg NewServer", "git fetch; rg NewServer", "cat > /tmp/x.txt <<'EOF'\nrg nothing\nEOF\nrg NewServer", "cat <<EOF > notes.md\ntext\nEOF\ncat internal/store/store.go", "cat <<'A'; cat <<B\nx\nA\ny\nB\nrg NewServer", "echo x > out.txt; rg NewServer",
			"> out.txt; rg NewServer", "sed -i s/the/a/ notes.txt; rg NewServer", "sort -o a a; rg NewServer", "rg NewServer 2>errors.txt", "docker ps; rg NewServer", "curl -s http://x | jq .; rg NewServer", "sleep 1 & rg NewServer", "make > build.log 2>&1; rg NewServer",
		},
		"what comes after a question does not take it back": {
			"rg NewServer; rm -f x", "rg NewServer && rm x", "cat internal/store/store.go; ./run.sh", "rg NewServer && git checkout main", "cat internal/store/store.go && sed -i s/a/b/ internal/store/store.go", "rg NewServer; f() { :; }", "rg NewServer || ./run.sh",
		},
		"a substitution elsewhere hides no question": {
			"echo \"$(date)\"; rg NewServer", "x=$(git rev-parse HEAD); rg NewServer", "echo $(ls); cat internal/store/store.go", "diff <(ls a) <(ls b); rg NewServer", "for f in $(ls); do echo $f; done; rg NewServer", "echo `date` && rg NewServer", "export X=$(pwd); rg NewServer", "X=$((1+2)); rg NewServer",
			"[ -n \"$(ls)\" ] && rg NewServer", "x=$(rg -l NewServer); cat internal/store/store.go",
		},
		"the folder moves with cd": {
			"cd internal && rg Store", "cd internal; rg Store", "cd internal/store && cat store.go", "cd internal && cd store && cat store.go", "cd /r/app/internal && rg Store", "cd -- internal && rg Store",
			"pushd internal && rg Store", "pushd docs; popd; rg NewServer", "cd docs; cd ..; rg NewServer", "cd docs && cd - && rg NewServer", "cd internal || exit 1; rg Store", "cd internal || { echo no; exit 1; }; rg Store",
			"cd 'web/src/my page' && cat widget.ts", "{ cd internal; }; cd store; cat store.go", "cd internal/store\ncat store.go",
		},
		"a subshell keeps its folder to itself": {
			"(cd docs); rg NewServer", "(cd docs && ls); cat internal/store/store.go", "(cd web && rg fetchUser)", "(cd web; (cd src; cat api.ts))", "cd docs | true; rg NewServer", "bash -c 'cd docs'; rg NewServer",
		},
		"groups, branches, loops and shells are walked": {
			"{ rg NewServer; }", "( rg NewServer )", "if [ -d internal ]; then rg NewServer; fi", "if false; then true; else rg NewServer; fi", "for i in 1 2; do rg NewServer; done", "while false; do rg NewServer; done",
			"case x in x) rg NewServer;; esac", "[[ -d internal ]] && rg NewServer", "[ -d internal ] && rg NewServer", "test -d internal && rg NewServer", "{ (rg NewServer); }",
			"bash -c 'rg NewServer'", `sh -c "rg NewServer"`, "bash -lc 'cd internal && rg Store'", "eval 'rg NewServer'", "eval rg NewServer", `bash -c "bash -c 'rg NewServer'"`, "eval 'cd internal'; rg Store", "env A=1 bash -c 'rg NewServer'",
		},
		"what only shows the answer does not hide it": {
			"rg NewServer | head", "rg NewServer | head -5", "rg -n NewServer | less", "rg NewServer | sort | uniq", "rg NewServer | cut -d: -f1 | sort -u", "rg NewServer | grep -v _test", "rg NewServer | tail -3", "(rg NewServer) | head",
			"{ rg NewServer; } | head", "rg NewServer | cat", "cat internal/store/store.go | less", "cat internal/store/store.go | head -100", "rg NewServer | grep internal", "rg NewServer |& head",
		},
		"a file piped into grep is a search of it": {
			"cat internal/store/store.go | grep Get", "cat internal/store/store.go | grep -n 'func Open'",
		},
		"xargs and -exec search what is listed": {
			"find internal/store -name '*.go' -exec cat {} +", `find . -name store.go -exec cat {} \;`, "find . -name '*.go' | xargs cat", "git ls-files '*.go' | xargs head -100", "fd -e go . internal | xargs cat | less", "find internal -name '*.go' -exec sed -n '1,200p' {} +",
			"fd -e go | xargs grep NewServer", "fd -t f -e go . internal | xargs grep -n NewServer", "fd --extension go -0 | xargs -0 rg NewServer",
			"git ls-files | xargs grep -n NewServer", "find . -name '*.go' | xargs grep NewServer", "find . -name '*.go' -print0 | xargs -0 grep -n NewServer", "find internal -type f -name '*.go' -exec grep -n NewServer {} +",
			`find . -name "*.go" -exec grep -Hn NewServer {} \;`, "git ls-files '*.go' | xargs -n 50 grep -l NewServer", "rg --files -g '*.go' | xargs grep NewServer", `git ls-files | grep '\.go$' | xargs grep -n NewServer`,
			"find . -name '*.go' -not -path '*/vendor/*' | xargs grep NewServer", "git ls-files | xargs -I{} grep -n NewServer {}", "git ls-files | sort | xargs rg NewServer | head", "git ls-files internal | xargs grep NewServer",
			"find . -path ./node_modules -prune -o -name '*.go' -print | xargs grep NewServer",
		},
		"find and fd by a name that is a symbol's": {
			"find . -name NewServer", "find . -name 'NewServer*'", "find internal -type f -iname '*NewServer*'", "fd NewServer", "fd -t f ApiClient web", "find . -name '*ApiClient*' | head",
		},
		"a whole read of source": {
			"sed -n '1,120p' internal/store/store.go | tail -n 120", "sed -n '1,$p' internal/store/store.go | tail -n 100", "sed -n p internal/store/store.go | less",
			"head -120 internal/store/store.go | tail -120", "head -100 internal/store/store.go | tail -n +1", "less -N -S internal/store/store.go", "cat internal/store/[!x]*.go",
			"cat internal/store/store.go", "cat ./internal/store/store.go", "cat -n internal/store/store.go", "less -N internal/store/store.go", "more internal/store/store.go", "bat internal/store/store.go", "bat -p --paging=never internal/store/store.go",
			"batcat internal/store/store.go", "nl internal/store/store.go", "nl -ba internal/store/store.go", "head -n 100 internal/store/store.go", "head -100 internal/store/store.go", "head -n100 internal/store/store.go", "head --lines=200 internal/store/store.go",
			"head -n -5 internal/store/store.go", "tail -n 100 internal/store/store.go", "tail -n +1 internal/store/store.go", "sed -n '1,200p' internal/store/store.go", "sed -n 1,200p internal/store/store.go", "sed -n '1,$p' internal/store/store.go",
			"sed -n p internal/store/store.go", "awk '{print}' internal/store/store.go", "awk 1 internal/store/store.go", "awk '{ print NR\": \"$0 }' internal/store/store.go", "awk 'NR<=200' internal/store/store.go", "sed 200q internal/store/store.go", "bat -r 1:300 internal/store/store.go",
			"cat README.md internal/store/store.go", "cat internal/store/*.go", "cat internal/*/*.go", "cat internal/{store,server}/*.go", "cat internal/store/{store,store_test}.go", "cat web/src/größe.ts", "cat internal/../internal/store/store.go", "cat /r/app/internal/store/store.go",
			"cat internal/store/store.go 2>/dev/null", "cat internal/store/store.go nope.go", "cat -- internal/store/store.go",
		},
	})
}

func TestCommandsThatAskOtherwisePass(t *testing.T) {
	t.Parallel()
	commands(t, false, map[string][]string{
		"a filter after a pipe is silent": {
			"git log --oneline | grep NewServer", "make 2>&1 | grep NewServer", "ps aux | grep NewServer", "git ls-files | grep store", "cat README.md | grep NewServer", "echo x | rg NewServer", "git diff | grep -n NewServer", "env | grep Store",
			"docker ps | rg NewServer", "ls | grep NewServer | head", "go test ./... | tee out.txt | grep NewServer", "git log | (cd internal; rg Store)", "cat internal/store/store.go | wc -l", "kubectl logs x | less",
		},
		"prose that mentions a command is no command": {
			`echo "rg NewServer"`, "echo rg NewServer", "printf '%s\n' 'cat internal/store/store.go'", "git commit -m 'rg NewServer; cat internal/store/store.go'", "# rg NewServer", "echo 'a\nrg NewServer\n'", ": rg NewServer",
			"git log --grep 'rg NewServer'", "echo \"$(cat internal/store/store.go)\"",
		},
		"a here-document is text": {
			"cat <<'EOF'\nrg NewServer\nEOF", "cat <<EOF > x.sh\nrg NewServer\nEOF", "cat <<-EOF\n\tcat internal/store/store.go\n\tEOF", "python3 - <<'EOF'\nimport x\nrg NewServer\nEOF", "rg NewServer <<< 'text'", "grep NewServer <<EOF\nNewServer\nEOF", "bash <<'EOF'\nrg NewServer\nEOF",
		},
		"redirected input is no search of the tree": {
			"grep NewServer < internal/server/server.go", "rg NewServer < README.md", "grep NewServer", "grep -n NewServer -", "rg NewServer -", "cat < internal/store/store.go", "cat -", "cat internal/store/store.go -", "cat",
		},
		"output that goes elsewhere is wanted there": {
			"exec > out.txt; rg NewServer", "exec >> log 2>&1; cat internal/store/store.go",
			"cat internal/store/store.go > copy.go", "cat internal/store/store.go >> all.txt", "rg NewServer > hits.txt", "rg NewServer &> hits.txt", "rg NewServer >| x", "{ rg NewServer; } > x", "(rg NewServer) > x", "rg NewServer | tee hits.txt", "rg NewServer > /dev/null",
			"rg NewServer > /dev/null && echo yes", "rg NewServer &>/dev/null", "cat internal/store/store.go > \"$OUT\"", "cat internal/store/store.go | pbcopy", "cat internal/store/store.go | python3", "rg NewServer | sort -o hits.txt", "cat internal/store/store.go | tee x",
		},
		"a condition wants the status": {
			"if rg -q NewServer; then echo yes; fi", "if rg NewServer; then echo yes; fi", "while rg NewServer; do sleep 1; done", "until grep -r NewServer .; do sleep 1; done", "rg -q NewServer && echo yes", "grep -rq NewServer . || echo no", "! rg NewServer", "if ! grep -r NewServer .; then echo; fi",
		},
		"after what may have changed the sources nothing can be told": {
			"curl -o internal/store/store.go http://x; cat internal/store/store.go", "curl -sLO http://x/store.go; rg NewServer", "curl -ointernal/x.go http://x; rg NewServer", "wget http://x; rg NewServer", "node x.js; rg NewServer", "uv run x; rg NewServer", "java -jar x.jar; rg NewServer", "./run.sh --version; rg NewServer", "cargo run; rg NewServer",
			"git checkout main && rg NewServer", "git pull; cat internal/store/store.go", "git stash && rg NewServer", "git apply x.patch; rg NewServer", "sed -i s/a/b/ internal/store/store.go; rg NewServer", "sed -i s/a/b/ *.go; rg NewServer", "sed -i s/a/b/ \"$F\"; rg NewServer",
			"sed -n 's/a/b/w out' internal/store/store.go; rg NewServer", "rm internal/server/server.go; rg NewServer", "rm -rf internal && rg NewServer", "mv internal/store web/store; rg NewServer", "cp /tmp/x.go internal/x.go && rg NewServer", "cat > internal/x.go <<'EOF'\npackage internal\nEOF\nrg NewServer",
			"echo 'package x' >> internal/store/store.go; cat internal/store/store.go", "echo x > \"$OUT\"; rg NewServer", "tee internal/new.go < x; rg NewServer", "./run.sh; rg NewServer", "./grep -r NewServer .", "bin/rg NewServer", "source x.sh; rg NewServer", ". ./x.sh; rg NewServer", "python3 x.py; rg NewServer",
			"curl http://x | sh; rg NewServer", "find . -name '*.tmp' -delete; rg NewServer", "find . -name '*.go' -exec sed -i s/a/b/ {} +; rg NewServer", "sort -o internal/a.go a; rg NewServer", "unknown_tool x; rg NewServer", "xargs rm < list; rg NewServer", "git ls-files | xargs rm; rg NewServer", "go generate ./... && rg NewServer",
			"gofmt -w . && rg NewServer", "go fmt ./...; rg NewServer", "make generate && rg NewServer", "npm run format; rg fetchUser", "go run ./cmd/gen; rg NewServer", "npx prettier --write . ; rg fetchUser", "x=$(./run.sh); rg NewServer", "echo $(git checkout main); rg NewServer", "if ./run.sh; then rg NewServer; fi",
			"alias rg=true; rg NewServer", "f() { :; }; f; rg NewServer", "git apply <<'EOF'\nx\nEOF\nrg NewServer", "patch -p1 < x.diff; rg NewServer", "coproc sleep 1; rg NewServer", "sudo -i; rg NewServer", "eval \"$X\"; rg NewServer",
		},
		"output used by another command is needed": {
			"rg -o NewServer | sort | uniq -c", "grep -rho NewServer . | sort | uniq -c | sort -rn",
			"sed -i 's/a/b/' $(rg -l NewServer)", "rg -l NewServer | xargs sed -i 's/a/b/'", "vim $(rg -l NewServer)", "for f in $(rg -l NewServer); do echo $f; done", "diff <(cat internal/store/store.go) x", "x=$(rg NewServer)", "echo `cat internal/store/store.go`", "wc -l $(git ls-files)",
			"rg -l NewServer | while read f; do wc -l \"$f\"; done", "rg -l NewServer | xargs wc -l", "rg -l0 NewServer | xargs -0 rm", "cat internal/store/store.go | sort | uniq -c", "rg NewServer | wc -l", "rg NewServer | awk '{print $1}'", "rg NewServer | sed s/a/b/", "rg NewServer --json | jq .", "cat $(git ls-files)",
			"gofmt -d <(cat internal/store/store.go)", "rg NewServer | python3 x.py",
		},
		"what only the running shell knows cannot be told": {
			`cat "$FILE"`, "rg $PATTERN", `rg NewServer "$DIR"`, "cd $X && rg Store", "cd ~/src && rg NewServer", "cd && rg NewServer", "cat ~/x/store.go", "cat ~/app/internal/store/store.go", "for f in *.go; do cat \"$f\"; done", "$CMD NewServer", "rg \"${P}\"", "cd \"$(git rev-parse --show-toplevel)\" && rg NewServer",
			"popd; rg NewServer", "cd -; rg NewServer", "cat internal/store/store{1..3}.go", "eval \"$X\"; rg NewServer", "if true; then cd docs; fi; rg NewServer", "cd docs || true; rg NewServer", "bash -c \"rg $X\"", "rg !$", "cat internal/store/@(store).go", "cd docs && false || true; rg NewServer", "CDPATH=x; rg $'\\cA'",
		},
		"functions and jobs cannot be told": {
			"f() { rg NewServer; }", "f() { rg NewServer; }; f", "cat() { echo; }; cat internal/store/store.go", "rg NewServer &", "(rg NewServer) &", "coproc rg NewServer", "function rg { :; }; rg NewServer",
		},
		"what does not parse passes": {
			"rg 'NewServer", "rg NewServer)", "if rg NewServer", "rg NewServer |", "(rg NewServer", "rg NewServer \"", "&& rg NewServer", "rg NewServer;;", "{ rg NewServer", "case x in", "cat <", "rg NewServer\x00", "rg \xff NewServer",
		},
		"another question of the same command": {
			"GIT_DIR=/x/.git git grep NewServer", "export GIT_DIR=/x/.git; git grep NewServer", "env GIT_WORK_TREE=/x git grep NewServer",
			"rg -v NewServer", "rg -c NewServer", "grep -rc NewServer .", "grep -rL NewServer .", "rg --files-without-match NewServer", "rg --files", "rg --help", "rg --version", "rg --type-list", "rg -f names.txt", "grep -f names.txt -r .", "rg --json NewServer", "rg -r X NewServer",
			"rg --replace=X NewServer", "rg -uuu NewServer", "rg --no-ignore NewServer", "rg -z NewServer", "rg -x NewServer", "rg --pre cat NewServer", "git grep NewServer HEAD~3", "git grep NewServer v1 -- internal", "git grep --cached NewServer", "git grep -e NewServer --and -e x", "git grep -O NewServer",
			"rg --unheard-of NewServer", "git --git-dir=/x/.git grep NewServer", "rg -d 1 NewServer", "grep --help", "ag -G '\\.md$' NewServer", "zgrep NewServer x.gz", "rg -U NewServer", "rg -t unknown NewServer",
		},
		"without recursion a folder is not searched": {
			"grep NewServer internal", "grep NewServer .", "egrep NewServer internal/server", "grep -n NewServer *.md", "grep NewServer *.go",
		},
		"a place without source has no answer": {
			"rg NewServer docs", "rg NewServer README.md", "rg NewServer /usr/share", "rg NewServer nope", "cd docs && rg NewServer", "cd /tmp && rg NewServer", "rg NewServer data config", "grep -r NewServer config", "rg NewServer node_modules", "rg -t md NewServer", "rg -g '*.md' NewServer", "rg -g '!*.go' NewServer",
			"grep -r --include='*.md' NewServer .", "git grep NewServer -- '*.md'", "git ls-files '*.md' | xargs grep NewServer", "find docs -type f | xargs grep NewServer", "find . -name '*.md' -exec grep NewServer {} +", "rg -t py NewServer", "rg -T go NewServer", "grep -r --exclude='*.go' NewServer .",
			"git -C docs grep NewServer", "env -C docs rg NewServer", "sudo -D /tmp rg NewServer", `git ls-files | grep '\.md$' | xargs grep NewServer`, "rg NewServer ../other", "(cd docs; rg NewServer)",
		},
		"a pattern that is no name": {
			`rg 'func \(s \*Store\)'`, "rg 'New.*Server'", "rg 'New[A-Z]'", "rg TODO", "rg 'not found'", "rg deprecated", "rg ''", "rg .", "rg NewServ", "rg 'NewServer|deprecated'", `grep -r 'NewServer|Open' .`, `rg 'NewServer\|Open'`, "rg -F 'NewServer|Open'", "rg 'Store+'", "rg 'Stores?'", "rg 'Nope.Get'",
			"rg 'a|b|c|d|e|f'", "rg 'return NewServer'", "rg '(NewServer'", "rg 'NewServer('", `rg '\d+'`, "rg New*", "rg 404", "rg id", "rg s", `rg '\w+Server'`, "rg 'import.*store'", "rg -i newserver", "rg 'NewServer|'",
		},
		"a word of prose that is a field's name too": {"rg values", "rg path", "rg title", "rg -w name", "grep -rn reader .", "rg -w main", "rg 'main\\('"},
		"hits in generated code alone":               {"rg GetName", "rg GeneratedMessage", "grep -n GetName gen/api.pb.go"},
		"xargs with what cannot be told": {
			"find . -name '*.md' | xargs cat", "find . -type f | xargs cat", "find . -name '*.go' -mtime -1 | xargs cat", "find . -name '*.go' | xargs cat | wc -l", "find . -name '*.go' | xargs head -5", "find . -name '*.go' -not -name '*_test.go' | xargs cat", "find . -name '*.go' | head -1 | xargs cat", "find gen -name '*.go' -exec cat {} +", "find . -name '*.go' | xargs cat > all.txt", "find . -name '*.go' | xargs tail -n +1 | grep -c x",
			"fd -e md | xargs grep NewServer", "fd -e go -d 1 | xargs grep NewServer", "fd server | xargs grep NewServer", "fd -e go --changed-within 1d | xargs grep NewServer",
			"cat list.txt | xargs grep NewServer", "xargs grep NewServer < list.txt", "git diff --name-only | xargs grep NewServer", "find . -mtime -1 | xargs grep NewServer", "find . -name '*.go' | xargs", "find . -name '*.go' | xargs wc -l", "git ls-files | xargs cat", "git ls-files -m | xargs grep NewServer",
			"find . -name '*.go' | head -3 | xargs grep NewServer", "git ls-files | grep -v test | xargs grep NewServer", "find . -maxdepth 1 -name '*.go' | xargs grep NewServer", "git ls-files | xargs sed -i s/NewServer/X/", "git ls-files | xargs -a list grep NewServer", "git ls-files | xargs sh -c 'rg NewServer'",
			"git ls-files | xargs grep -L NewServer", "find . -name '*.go' -exec sed -i s/a/b/ {} +", "git ls-files | xargs grep deprecated",
		},
		"find and fd by anything else": {
			"find . -name '*.go'", "find . -type f", "find . -name store.go", "find . -name store", "find . -type d -name Store", "find . -name Makefile", "find . -newer x -name NewServer", "find . -name NewServer -delete", "find . -not -name NewServer", "fd", "fd -e go", "fd '\\.go$'", "fd -t d Store", "fd NewServer -x rm", "fd -u NewServer",
			"find docs -name NewServer", "fd NewServer docs", "find . -name 'NewServer' -o -name 'Store'", "find / -name NewServer",
		},
		"a narrow read": {
			"sed -n '1,120p' internal/store/store.go | tail -n 60", "sed 120q internal/store/store.go | tail -60",
			"less +30 internal/store/store.go", "less +/Open internal/store/store.go", "less -p Open internal/store/store.go", "more +20 internal/store/store.go", "head -120 internal/store/store.go | tail -60", "head -n 120 internal/store/store.go | tail -n 61", "cat -n internal/store/store.go | head -300 | tail -100",
			"head internal/store/store.go", "head -20 internal/store/store.go", "head -n 50 internal/store/store.go", "tail internal/store/store.go", "tail -n 30 internal/store/store.go", "tail -20 internal/store/store.go", "tail -n +30 internal/store/store.go", "sed -n '10,30p' internal/store/store.go", "sed -n 5p internal/store/store.go",
			"sed -n '1,50p' internal/store/store.go", "sed -n '100,400p' internal/store/store.go", "awk 'NR>=10 && NR<=30' internal/store/store.go", "awk 'NR<=20' internal/store/store.go", "bat -r 10:20 internal/store/store.go", "bat --line-range=:40 internal/store/store.go", "sed 20q internal/store/store.go", "head -c 200 internal/store/store.go",
			"cat internal/store/store.go | head", "cat internal/store/store.go | head -20", "cat internal/store/store.go | tail -n 5", "cat -n internal/store/store.go | sed -n '10,20p'", "sed -n '30,$p' internal/store/store.go", "nl -ba internal/store/store.go | sed -n 1,20p", "tail -f internal/store/store.go",
		},
		"a read of something else": {
			"cat internal/store/[!s]*.go", "cat internal/store/[^s]*.go", "cat internal/[!s]*/store.go",
			"cat README.md", "cat config/settings.json", "cat nope.go", "cat internal/store/nope.go", "cat secret/notes.go", "cat gen/api.pb.go", "cat node_modules/lib/index.js", "cat internal", "cat /etc/hostname", "cat docs/*.md", "cat *.go", "cat *.md", "cat -A internal/store/store.go", "cat -e internal/store/store.go", "cat internal/store/store.go/", "xxd internal/store/store.go",
			"wc -l internal/store/store.go", "sed 's/a/b/' internal/store/store.go", "sed -n '/func/p' internal/store/store.go", "sed -n '/func Open/,/^}/p' internal/store/store.go", "awk '/func/' internal/store/store.go", "awk '{print $1}' internal/store/store.go", "awk -f x.awk internal/store/store.go", "awk '' internal/store/store.go", "git show HEAD:internal/store/store.go", "git diff internal/store/store.go", "file internal/store/store.go", "cd internal; cat internal/store/store.go", "cat internal/store/'*.go'",
			"diff internal/store/store.go internal/server/server.go", "stat internal/store/store.go", "gofmt -l internal/store/store.go", "cat internal/store/stor?",
		},
		"other wrappers' own work": {
			"command -v rg", "command -V grep", "sudo -l", "env", "time", "timeout 5", "which rg", "type rg", "ssh host rg NewServer", "docker exec c cat internal/store/store.go", "watch rg NewServer", "man rg", "sudo -e internal/store/store.go", "env -S 'rg NewServer'", "alias rg=grep; rg NewServer", "bash x.sh", "bash", "bash -s", "kubectl exec p -- rg NewServer", "flock x rg NewServer", "tmux new 'rg NewServer'",
			"nohup", "sudo", "sudo --unheard-of rg NewServer", "exec",
		},
		"listing is no question": {"ls -la internal/store", "tree", "git ls-files '*.go'", "ls internal/store/*.go", "pwd", "", " ", "\n", "du -sh .", "git status"},
	})
}
