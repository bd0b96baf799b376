// The extension against a Pi that is a few lines, and a bridge that plays a part: what a healthy one of either never shows.
// Run by a Node that takes TypeScript: node --test extension.mjs
import test from "node:test";
import { registerHooks } from "node:module";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const temp = mkdtempSync(path.join(tmpdir(), "extension-"));
process.env.GORTEX_BIN = path.join(here, "scripted-bridge.mjs");
process.on("exit", () => rmSync(temp, { recursive: true, force: true }));
let modules = 0;

/** A module of its own, as after /reload, and how to make instances of it. */
async function load(part, env = {}) {
  process.env.SCRIPTED_BRIDGE = part;
  process.env.SCRIPTED_LOG = path.join(temp, `log-${modules}`);
  process.env.SCRIPTED_HELLO_MS = "0";
  Object.assign(process.env, env);
  const { default: factory } = await import(`../extension-assets/index.ts?${modules++}`);
  const log = process.env.SCRIPTED_LOG;
  return {
    factory,
    log: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
    running() { return this.log().filter((l) => l.startsWith("start")).length - this.log().filter((l) => l.startsWith("end")).length; },
    instance: (more) => { const pi = new FakePi(more); factory(pi); return pi; },
  };
}

class FakePi {
  handlers = new Map(); tools = new Map(); servers = new Map(); sent = []; notices = [];
  constructor(more = {}) { Object.assign(this, more); }
  on = (name, handler) => { this.handlers.set(name, handler); };
  registerTool = (tool) => { this.tools.set(tool.name, tool); };
  getAllTools = () => [...this.tools.values()];
  inactive = new Set();
  getActiveTools = () => [...this.tools.keys()].filter((name) => !this.inactive.has(name));
  setActiveTools = (names) => { this.inactive = new Set([...this.tools.keys()].filter((name) => !names.includes(name))); };
  getCommands = () => [];
  sendMessage = (message, options) => { this.sent.push({ ...message, ...options }); };
  ctx = (session = "s") => ({
    cwd: temp, mode: "rpc", hasUI: true, ui: { notify: (text) => this.notices.push(text) }, isProjectTrusted: () => false,
    sessionManager: { getSessionId: () => session, buildContextEntries: () => [] },
  });
  /** A session whose bridge has registered its tools. */
  async start(event, session) { await this.emit("session_start", event, session); await until("its tools are there", () => this.tools.size > 0); }
  emit(name, event = {}, session) { return this.handlers.get(name)({ type: name, ...event }, this.ctx(session)); }
}

async function until(what, holds) {
  for (const end = Date.now() + 60_000; !holds(); await new Promise((ok) => setTimeout(ok, 20))) assert.ok(Date.now() < end, what);
}
function gone(pid) {
  try { return !process.kill(pid, 0); } catch { return true; }
}
async function timed(promise) {
  const start = performance.now(), value = await promise;
  return [value, performance.now() - start];
}

test("a whole session", async () => {
  const m = await load("answers"), pi = m.instance();
  await pi.start({ reason: "startup" });
  assert.deepEqual(pi.getActiveTools(), ["gortex_read"]);
  const turn = await pi.emit("before_agent_start", { prompt: "go" });
  assert.deepEqual(turn.message, { customType: "gortex-briefing", content: "scripted briefing", display: false, details: { key: "k" } });
  assert.deepEqual(await pi.emit("tool_call", { toolName: "bash", toolCallId: "1", input: { block: true } }), { block: true, reason: "no" });
  assert.equal(await pi.emit("tool_call", { toolName: "bash", toolCallId: "2", input: {} }), undefined);
  assert.deepEqual(pi.sent.map((s) => [s.content, s.display, s.deliverAs]), [["rather", false, "steer"]]);
  assert.deepEqual(await pi.emit("tool_result", { toolName: "edit", details: { there: 1 } }), { details: { there: 1, diff: "+1 x" } });
  const read = pi.tools.get("gortex_read");
  assert.deepEqual(await read.execute("3", {}, undefined, undefined, pi.ctx()), { content: [{ type: "text", text: "gortex_read" }], details: { diff: "+1 x" } });
  await assert.rejects(read.execute("4", { fail: true }, undefined, undefined, pi.ctx()), /gortex_read/);
  await pi.emit("session_shutdown", { reason: "quit" });
  await until("the bridge has gone", () => m.running() === 0);
  assert.deepEqual(pi.notices, []);
});

test("what a search promotes can be called when its answer is read; what is withdrawn leaves the active set, and comes back to it", async () => {
  const m = await load("answers"), pi = m.instance();
  await pi.start();
  const read = (args) => pi.tools.get("gortex_read").execute("c", args, undefined, undefined, pi.ctx());
  await read({ promote: true });
  assert.deepEqual(pi.getActiveTools(), ["gortex_read", "trace"]);
  await read({ withdraw: true });
  assert.deepEqual(pi.getActiveTools(), ["gortex_read"]);
  await read({ promote: true });
  assert.deepEqual(pi.getActiveTools(), ["gortex_read", "trace"]);
  await pi.emit("session_shutdown");
});

test("a call's progress is shown, and its cancellation passed on", async () => {
  const m = await load("answers"), pi = m.instance();
  await pi.start();
  const read = pi.tools.get("gortex_read"), updates = [], abort = new AbortController();
  await read.execute("p", { progress: true }, undefined, (update) => updates.push(update), pi.ctx());
  assert.deepEqual(updates, [{ content: [{ type: "text", text: "half way" }], details: {} }]);
  const call = read.execute("w", { wait: true }, abort.signal, undefined, pi.ctx());
  await until("the call is under way", () => m.log().filter((l) => l.startsWith("tool/execute")).length === 2);
  abort.abort();
  await call;
  assert.ok(m.log().some((l) => l.startsWith("tool/cancel")));
  await pi.emit("session_shutdown");
});

test("a bridge that never speaks is told of to the model, once", async () => {
  const m = await load("ends at once"), pi = m.instance();
  await pi.emit("session_start");
  const { message } = await pi.emit("before_agent_start", { prompt: "go" });
  assert.match(message.content, /gortex pi doctor/);
  assert.equal(message.details.key, "dead");
  await pi.emit("session_shutdown");
});

test("an embedder that never emits session_start still gets its turn, after the cap, and only the first one waits", async () => {
  const m = await load("answers"), pi = m.instance();
  const [first, took] = await timed(pi.emit("before_agent_start", { prompt: "go" }));
  assert.ok(first.message && took > 14_000, `${took}`);
  const [, again] = await timed(pi.emit("before_agent_start", { prompt: "again" }));
  assert.ok(again < took / 2, `${again}, the first ${took}`);
  await pi.emit("session_shutdown");
  await until("none is left", () => m.running() === 0);
});

test("the factory throws nothing, whatever Pi does", async () => {
  const m = await load("answers");
  const boom = () => { throw new Error("boom"); };
  for (const broken of [{ registerMcpServer: boom }, { registerToolRenderer: boom }, { on: boom }, { on: undefined }]) m.factory(new FakePi(broken));
  const pi = m.instance({ registerMcpServer: boom });
  await pi.emit("session_start");
  await until("Pi's reason reaches the bridge", () => m.log().some((l) => l.startsWith("event:server_refused")));
  await pi.emit("session_shutdown");
});

test("a Pi that takes no renderer still has the rest", async () => {
  const m = await load("answers"), pi = m.instance({ registerToolRenderer: () => { throw new Error("boom"); } });
  assert.ok(pi.handlers.has("tool_call"));
  await pi.start();
  assert.deepEqual(pi.getActiveTools(), ["gortex_read"]);
  await pi.emit("session_shutdown");
});

test("hello waits for Pi's version and folder, but not for long", async () => {
  for (const [ms, said] of [[50, "hello 9.9.9 /agent"], [3_600_000, "hello undefined undefined"]]) {
    const pi = `data:text/javascript,await new Promise((ok) => setTimeout(ok, ${ms}).unref()); export const VERSION = "9.9.9", getAgentDir = () => "/agent";`;
    const hooks = registerHooks({ resolve: (name, context, next) => (name.startsWith("@earendil-works/") ? { url: encodeURI(pi), shortCircuit: true } : next(name, context)) });
    const m = await load("answers"), session = m.instance();
    await session.start();
    hooks.deregister();
    assert.ok(m.log().some((line) => line.startsWith(said)), `${m.log()}`);
    await session.emit("session_shutdown");
  }
});

test("no handler throws, whatever Pi does", async () => {
  const m = await load("answers");
  const boom = () => { throw new Error("boom"); };
  for (const name of ["getCommands", "getAllTools", "getActiveTools", "sendMessage", "registerTool"]) {
    const pi = m.instance({ [name]: boom });
    for (const event of pi.handlers.keys()) assert.equal((await pi.emit(event, { input: {} }))?.block, undefined, `${name}, ${event}`);
  }
});

for (const part of ["talks nonsense", "errs", "ends at once", "floods", "dies on a call", "hangs"]) {
  test(`a bridge that ${part} costs no session`, async () => {
    const m = await load(part), pi = m.instance();
    await pi.emit("session_start");
    await pi.emit("before_agent_start", { prompt: "go" }); // each comes back, though the bridge never answers
    assert.equal(await pi.emit("tool_call", { toolName: "bash", toolCallId: "1", input: { block: part !== "talks nonsense" } }), undefined);
    assert.ok(pi.notices.length <= 1, `${pi.notices}`);
    if (part === "hangs") await until("it is ended for its silence", () => m.log().every((l) => !l.startsWith("start") || gone(l.split(" ")[1])));
    await pi.emit("session_shutdown");
    if (part === "hangs") assert.equal(m.running(), m.log().filter((l) => l.startsWith("start")).length); // it was killed and could not say so
    else if (part !== "floods") await until("none is left", () => m.running() === 0);
  });
}

test("a bridge that has died is started again, after a pause, and that is said once", async () => {
  const m = await load("dies on a call"), pi = m.instance();
  const starts = () => m.log().filter((l) => l.startsWith("start")).length;
  await pi.start();
  for (let i = 0; i < 5; i++) await pi.emit("tool_call", { input: {} });
  assert.equal(starts(), 1);
  await until("it comes back", () => { void pi.emit("turn_start"); void pi.emit("tool_result", {}); return starts() === 2; });
  await pi.emit("session_start");
  assert.equal(pi.notices.length, 1);
  assert.match(pi.notices[0], /\/reload/);
  await pi.emit("session_shutdown");
});

test("a session_start that comes twice leaves one bridge", async () => {
  const m = await load("answers"), pi = m.instance();
  await pi.start();
  await pi.emit("session_start");
  await Promise.all([pi.emit("session_start"), pi.emit("session_start")]);
  assert.equal(m.log().filter((l) => l.startsWith("start")).length, 1);
  await pi.emit("session_shutdown");
});

test("instances that overlap in one module leave one bridge", async () => {
  const m = await load("answers", { SCRIPTED_HELLO_MS: "200" });
  const first = m.instance(), second = m.instance();
  await Promise.all([first.emit("session_start", {}, "a"), second.emit("session_start", {}, "b")]);
  await first.emit("session_shutdown", {}, "a"); // late: it must not end its successor's
  assert.ok((await second.emit("before_agent_start", {}, "b"))?.message);
  await until("one is left", () => m.running() === 1);
  await second.emit("session_shutdown", {}, "b");
  await until("none is left", () => m.running() === 0);
});

test("of two sessions in one process the one that started last has the bridge, whoever speaks", async () => {
  const m = await load("answers"), first = m.instance(), second = m.instance();
  const starts = () => m.log().filter((l) => l.startsWith("start")).length;
  await first.start({}, "a");
  await second.start({}, "b");
  assert.equal(starts(), 2);
  await until("the first one's bridge has gone", () => m.running() === 1);
  for (let i = 0; i < 5; i++) {
    assert.equal(await first.emit("tool_call", { toolName: "bash", input: { block: true } }, "a"), undefined);
    assert.deepEqual(await second.emit("tool_call", { toolName: "bash", input: { block: true } }, "b"), { block: true, reason: "no" });
  }
  await assert.rejects(first.tools.get("gortex_read").execute("c", {}, undefined, undefined, first.ctx("a")), /Pi's own tools/);
  assert.equal(await first.emit("before_agent_start", {}, "a"), undefined);
  assert.equal(starts(), 2);
  await first.emit("session_shutdown", {}, "a"); // which is none of the second one's business
  assert.ok(await second.emit("tool_call", { input: { block: true } }, "b"));
  await first.emit("session_start", {}, "a"); // a new start takes over
  await until("the next bridge starts", () => starts() === 3);
  await until("the second one's has gone", () => m.running() === 1);
  await first.emit("session_shutdown", {}, "a");
  await until("none is left", () => m.running() === 0);
});

test("a prompt that comes before session_start waits for it", async () => {
  const m = await load("answers", { SCRIPTED_HELLO_MS: "300" }), pi = m.instance();
  const turn = pi.emit("before_agent_start", { prompt: "early" });
  await new Promise((ok) => setTimeout(ok, 200));
  assert.deepEqual(m.log(), []);
  const done = [];
  await Promise.all([pi.emit("session_start").then(() => done.push("start")), turn.then(() => done.push("turn"))]);
  assert.deepEqual(done, ["start", "turn"]); // Pi's start waits for no bridge
  assert.equal(pi.tools.size, 1);
  assert.ok((await turn).message);
  await pi.emit("session_shutdown");
});

test("a stale session_start does not let a turn of the next through", async () => {
  const m = await load("answers", { SCRIPTED_HELLO_MS: "600" }), pi = m.instance();
  void pi.emit("session_start", {}, "a");
  const turn = pi.emit("before_agent_start", {}, "b");
  await new Promise((ok) => setTimeout(ok, 200));
  const second = pi.emit("session_start", {}, "b"); // ends the first one's bridge, so that its hook is through at once
  const [value, took] = await timed(turn);
  assert.ok(took > 500, `let through after ${took} ms`);
  assert.ok(value.message);
  await second;
  await pi.emit("session_shutdown");
});

test("without a binary nothing is registered, and it is said once", async () => {
  const m = await load("answers", { GORTEX_BIN: path.join(temp, "gone") });
  const servers = [], pi = m.instance({ registerMcpServer: (name) => servers.push(name) });
  await pi.emit("session_start");
  const { message } = await pi.emit("before_agent_start", { prompt: "go" });
  assert.match(message.content, /gortex pi install/);
  assert.equal(await pi.emit("tool_call", { input: { block: true } }), undefined);
  assert.deepEqual(servers, []);
  assert.equal(pi.notices.length, 1);
  await pi.emit("session_start");
  assert.equal(pi.notices.length, 1, "told twice");
  process.env.GORTEX_BIN = path.join(here, "scripted-bridge.mjs");
});

test("a relative folder of the PATH is the repository's, and nothing in it is run", async () => {
  const { PATH } = process.env, cwd = process.cwd();
  process.chdir(here);
  const m = await load("answers", { GORTEX_BIN: "scripted-bridge.mjs", PATH: ["", ".", path.join("..", path.basename(here)), PATH].join(path.delimiter) }), pi = m.instance();
  await pi.emit("session_start");
  process.chdir(cwd);
  Object.assign(process.env, { PATH, GORTEX_BIN: path.join(here, "scripted-bridge.mjs") });
  assert.deepEqual(m.log(), []);
  assert.match(pi.notices[0], /was not found/);
});

test("a bridge that idles holds no event loop, one that is asked does", () => {
  const script = `
    import factory from ${JSON.stringify(path.join(here, "../extension-assets/index.ts"))};
    const handlers = new Map(), none = () => [];
    factory({ on: (n, h) => handlers.set(n, h), registerTool() {}, getAllTools: none, getActiveTools: none, setActiveTools() {}, getCommands: none, sendMessage() {} });
    const ctx = { cwd: ".", hasUI: false, sessionManager: { getSessionId: () => "s", buildContextEntries: none } };
    await handlers.get("session_start")({}, ctx);
    const turn = await handlers.get("before_agent_start")({ prompt: "x" }, ctx);
    console.log(turn.message.content);`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { env: { ...process.env, SCRIPTED_BRIDGE: "answers", SCRIPTED_LOG: path.join(temp, "log-idle"), SCRIPTED_HELLO_MS: "300" }, timeout: 120_000 });
  assert.equal(out.toString().trim(), "scripted briefing");
});
