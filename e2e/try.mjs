// node try.mjs [DIR [--pick]]: a scripted session of real Pi on a copy of DIR (this repository when none is named).
// With --pick it plays nothing, and prints the symbol that it would play on.
// The model is a script, so no key is needed; Pi, the extension, the daemon and the graph are the real ones.
import { execFileSync, execFile } from "node:child_process";
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { RealPi, VERSIONS, installPi } from "./rig/pi.mjs";
import { textOf, toolNames } from "./rig/fake-model.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = process.env.GORTEX_E2E_BIN || path.join(root, "bin", "gortex");
const color = !process.env.NO_COLOR && (process.stdout.isTTY || process.env.FORCE_COLOR);
const paint = (code) => (s) => (color ? `\x1b[${code}m${s}\x1b[0m` : s);
const [bold, dim, red, green, cyan] = [1, 2, 31, 32, 36].map(paint);
const say = (who, text) => console.log(`${cyan(who.padEnd(8))} ${text}`);
const since = (start) => dim(`${((performance.now() - start) / 1000).toFixed(2)} s`);

const temp = realpathSync(mkdtempSync(path.join(tmpdir(), "gortex-try-")));
const env = { ...process.env, GORTEX_HOME: path.join(temp, "home") };
let source, copy, pi;
process.once("exit", () => rmSync(temp, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => end(130));

async function main() {
  source = folder(process.argv[2] || root);
  copy = path.join(temp, path.basename(source) || "copy");
  copyFiles();
  const found = JSON.parse((await run(bin, ["init", "--json", copy], { env })).stdout);
  const target = await pickSymbol();
  if (process.argv[3] === "--pick") return console.log(JSON.stringify(target));
  const version = await newestPi();
  const pkg = await installPi(version);
  say("pi", `Pi ${version} on Node ${(await run(pkg.node, ["--version"])).stdout.trim().slice(1)}`);
  say("index", `${count(found.files, "file")}, ${count(found.symbols, "symbol")}, ${count(found.edges, "edge")} in ${(found.millis / 1000).toFixed(2)} s`);
  pi = await RealPi.create({ version, cwd: copy, env: { GORTEX_HOME: env.GORTEX_HOME }, script: script(target) });
  const installed = (await run(bin, ["pi", "install", "--agent-dir", pi.agentDir], { env })).stdout.split("\n")[0];
  say("install", installed.replace(pi.agentDir, "<throwaway agent folder>"));
  console.log();

  const rpc = pi.rpc(), started = performance.now();
  rpc.listeners.add({ match: (event) => (show(event, started), false), ok() {}, no() {} });
  const question = `Where is ${target.name} defined${target.callers ? ", and who calls it" : ""}?`;
  say("you", bold(question));
  await rpc.prompt(question);
  await rpc.close();
  const [first] = pi.model.requests;
  if (!first) throw new Error(`Pi sent the model nothing: ${rpc.stderr.slice(-500)}`);
  console.log();
  check("the graph's tools were in the first request", toolNames(first).some((n) => n.startsWith("mcp__gortex__")));
  const looked = blocked.has("bash") || target.name.length > 4 ? "bash" : "read"; // grep for a short name finds more than the symbol
  check(`${looked === "bash" ? "grep" : "read"} was answered by the graph instead`, blocked.has(looked));
  check("the edit's diff is in the session, and the model never read it", diffs > 0 && !pi.model.requests.some((r) => r.messages.some((m) => textOf(m).includes("firstChangedLine"))));
  console.log(`
${bold("Next, with a Pi and a model of your own:")}
  make install            puts gortex on the PATH (PREFIX=… to choose where)
  gortex pi install       writes the extension into Pi's folder
  cd YOUR-REPOSITORY && gortex init && pi`);
}

function check(what, holds) {
  console.log(`${holds ? green("✓") : red("✗")} ${what}`);
  if (!holds) process.exitCode = 1;
}

const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/** What is wrong with the folder that was named, in one line that says what to do. */
const refuse = (why) => { throw new Error(`${why}; name a folder with code: make try DIR=…`); };

function folder(name) {
  const info = statSync(name, { throwIfNoEntry: false });
  if (!info) refuse(`there is no folder ${name}`);
  if (!info.isDirectory()) refuse(`${name} is a file`);
  return realpathSync(name);
}

/** The files that git would show, into a repository of their own. */
function copyFiles() {
  const git = (...args) => execFileSync("git", ["-C", copy, "-c", "user.name=try", "-c", "user.email=try@example.test", ...args], { stdio: "pipe" });
  let files;
  try {
    files = execFileSync("git", ["-C", source, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] })
      .toString().split("\0").filter((f) => f && existsSync(path.join(source, f)) && lstatSync(path.join(source, f)).isFile());
  } catch {
    files = undefined; // no repository: the folder as it is
  }
  mkdirSync(copy, { recursive: true });
  if (files) for (const f of files) cpSync(path.join(source, f), path.join(copy, f));
  else cpSync(source, copy, { recursive: true });
  git("init", "-q"); git("add", "-A");
  if (git("ls-files").length === 0) refuse(`${source} holds no file that git would show`);
  git("commit", "-qm", "copy");
}

async function newestPi() {
  try {
    return (await run("npm", ["view", "@earendil-works/pi-coding-agent", "version"], { timeout: 20_000 })).stdout.trim();
  } catch {
    return VERSIONS.at(-1); // no registry: what the rig knows, which may be in the cache
  }
}

const ask = async (tool, args) => JSON.parse((await run(bin, ["call", tool, JSON.stringify(args), "--format", "json"], { cwd: copy, env, maxBuffer: 1 << 28 })).stdout);

/** How good a symbol is to show things on: callers in several files, then the only one of its name. */
const BEST = 5;

/** A function that others call, or any where none is called, with a line of its own that can be edited. */
async function pickSymbol() {
  let best, rank = -1;
  for await (const s of candidates()) {
    const { callers } = await ask("relations", { operation: "callers", symbol: s.id, limit: 50 });
    const { symbols } = await ask("search", { query: s.name, limit: 20 });
    const files = new Set(callers.map((c) => c.path)).size;
    const old = lineOf(s);
    const now = (files > 1 ? 4 : files > 0 ? 2 : 0) + (symbols.filter((other) => other.name === s.name).length === 1 ? 1 : 0);
    if (old && now > rank) [best, rank] = [{ ...s, old, callers: callers.length, files }, now];
    if (rank === BEST) break;
  }
  return best ?? refuse(`no function was found in ${source}`);
}

/** Functions outside tests: the busiest by their callers, then, unless those will do, what files hold one after the other. */
async function* candidates() {
  const fits = (s) => /function|method/.test(s.kind) && !/test/i.test(s.path), long = (s) => (s.name.length > 4 ? 1 : 0);
  const { symbols } = await ask("analyze", { operation: "hotspots", limit: 200 });
  const busy = symbols.filter((s) => fits(s) && s.callers > 0).sort((a, b) => long(b) - long(a) || b.callers - a.callers).slice(0, 20);
  yield* busy;
  if (busy.length > 0) return;
  const { files } = await ask("search", { operation: "files", query: "**", limit: 200 });
  for (const f of files.filter((f) => f.symbols > 0 && !/test/i.test(f.path)).slice(0, 20)) {
    const outline = await ask("read", { operation: "outline", file: f.path });
    yield* outline.symbols.filter(fits).sort((a, b) => long(b) - long(a)).slice(0, 5);
  }
}

/** The text of a symbol's line, with as many lines below it as make it the only one of its kind in the file. */
function lineOf(s) {
  const text = readFileSync(path.join(copy, s.path), "utf8"), lines = text.split("\n");
  for (let n = 1; n <= 10; n++) {
    const old = lines.slice(s.line - 1, s.line - 1 + n).join("\n");
    if (old.trim() && text.split(old).length === 2) return old;
  }
  return undefined;
}

function script({ name, id, path: file, old, callers, files }) {
  const mark = /\.(py|rb|sh)$/.test(file) ? "#" : "//";
  const comment = `${mark} ${files > 1 ? "Reached from several files." : "Looked at by make try."}`;
  const indent = /^\s*/.exec(old)[0];
  const graph = (tool, args) => ({ calls: [{ name: `mcp__gortex__${tool}`, args }] });
  return [
    { calls: [{ name: "bash", args: { command: `grep -rn ${name} .` } }] },
    graph("search", { query: name }),
    ...(callers ? [graph("relations", { operation: "callers", symbol: id })] : []),
    { calls: [{ name: "read", args: { path: file } }] },
    graph("edit", { operation: "replace", file, edits: [{ old, new: `${indent}${comment}\n${old}` }] }),
    { calls: [{ name: "bash", args: { command: "git diff --stat" } }] },
    { text: `${name} is defined in ${file}${callers ? "; its callers are listed above" : ""}.` },
  ];
}

const begun = new Map(), blocked = new Set();
let diffs = 0, offered = false;

/** One event of Pi, as a line or a few of the transcript. */
function show(event, started) {
  if (!offered && event.type === "tool_execution_start") {
    offered = true;
    const names = toolNames(pi.model.requests[0]), ours = names.filter((n) => n.includes("gortex"));
    say("model", `is offered ${names.length} tools, ${ours.length} of them the graph's, ${since(started)} after the start`);
  }
  if (event.type === "tool_execution_start") {
    begun.set(event.toolCallId, performance.now());
    say("model", `▸ ${bold(event.toolName)} ${excerpt(JSON.stringify(event.args ?? {}), 90)}`);
  } else if (event.type === "tool_execution_end") {
    const { result, toolName } = event, text = textOf(result).trim();
    if (event.isError && /gortex/.test(text) && !/gortex/.test(toolName)) {
      blocked.add(toolName);
      say("gortex", `${red("answers instead")} ${since(begun.get(event.toolCallId))}`);
    } else say(toolName.includes("gortex") ? "gortex" : "pi", `${event.isError ? red("error") : "result"} ${since(begun.get(event.toolCallId))}`);
    body(text.split("\n"), 8);
    if (result?.details?.diff) {
      diffs++;
      say("diff", dim("in the session's details, not in what the model reads"));
      for (const line of result.details.diff.split("\n")) console.log(`           ${line[0] === "+" ? green(line) : line[0] === "-" ? red(line) : dim(line)}`);
    }
  } else if (event.type === "extension_ui_request" && event.method === "notify") say("notice", event.message);
  else if (event.type === "message_end" && event.message?.role === "assistant" && textOf(event.message).trim()) say("model", bold(textOf(event.message).trim()));
}

function body(lines, most) {
  for (const line of lines.slice(0, most)) console.log(`           ${dim(excerpt(line, 110))}`);
  if (lines.length > most) console.log(`           ${dim(`… ${lines.length - most} more lines`)}`);
}

const excerpt = (s, n) => (s.length > n ? `${s.slice(0, n - 1)}…` : s);

async function end(code) {
  await pi?.dispose({ graceMs: 0 }).catch(() => {});
  try { execFileSync(bin, ["daemon", "stop"], { env, stdio: "ignore", timeout: 10_000 }); } catch { /* none was running */ }
  process.exit(code);
}

try {
  await main();
} catch (error) {
  console.error(`make try: ${String(error.stderr ?? "").trim() || error.message}`);
  process.exitCode = 1;
}
await end(process.exitCode);
