// gortex in Pi: Pi's events go up to `gortex pi bridge`, the effects that come back are applied here. What to do is decided over there, in Go.
//
// Pi fails closed where this extension must fail open: a throw in the factory ends Pi, one in a tool_call handler blocks the call, a handler that
// never settles hangs the session. So every entry is caught and runs under a timer of its own. The child holds Node's event loop while a request
// is pending and never otherwise: Pi's print mode would exit before its answer, or not at all.
import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";

/** Written by `gortex pi install`: this line is replaced as a whole. */
const INSTALLED = { version: "0", bin: "", server: { name: "gortex", args: ["pi", "mcp-shim"], exposure: "direct", timeout: 600 } }; // gortex:installed

const PROTOCOL = 1;
const MIB = 1 << 20, MAX_IN = 64 * MIB, MAX_OUT = 15 * MIB;
const READY_MS = 15_000; // the longest that a prompt waits for session_start and the tools
const LATER_MS = 50; // after session_start, or with the first prompt: to start a process holds Pi up, which is not ready yet
const LOAD_MS = 1_000, HELLO_MS = 5_000, EVENT_MS = 2_000, TURN_MS = 8_000, CALL_MS = 620_000, POLL_MS = 25, END_MS = 2_000;
const MUTE = 3; // requests in a row without an answer, and the bridge is taken for hung
const BRIEFING = "gortex-briefing", GUIDANCE = "gortex-guidance";

type Effect = { type: string; [key: string]: any };
type Answer = { effects?: Effect[]; ready?: boolean; [key: string]: any };
type Applied = { block?: string; texts: string[]; key?: string; details?: object };
/** What Pi has had since 0.99 or 1.0: asked for by presence, never by version. */
type Newer = {
  registerMcpServer?(name: string, config: object): void;
  unregisterMcpServer?(name: string): void;
  registerToolRenderer?(resolver: (name: string, next: () => any) => any): void;
};
type Pi = Omit<ExtensionAPI, keyof Newer | "on" | "registerTool"> & Newer & { on(event: string, handler: (event: any, ctx: ExtensionContext) => any): void; registerTool(tool: object): void };

// At module scope on purpose. /new, /resume and /fork run the factory again in this same module: the next session must see the last one's child
// to end it. /reload imports the module anew, after session_shutdown has ended the child.
let live: Bridge | undefined;
/** All of this process, whichever module's: of reloads that overlap each has a module of its own, and all have one session. */
const { bridges, newest }: { bridges: Set<Bridge>; newest: { gate?: Gate } } = ((globalThis as any)[Symbol.for("gortex.sessions")] ??= { bridges: new Set(), newest: {} });
let failures = 0, notBefore = 0;
let drawing: { renderDiff?: (diff: string) => string; Text?: new (text: string, x: number, y: number) => any; VERSION?: string; getAgentDir?: () => string } = {};
const withdrawn = new Set<string>();

export default function (api: ExtensionAPI): void {
  try {
    activate(api as unknown as Pi);
  } catch { /* a throw from here would end Pi */ }
}

function activate(pi: Pi): void {
  const loaded = loadDrawing();
  const bin = findBinary();
  let refused: string | undefined, registered = false, told = false, batch = 0, reason = "startup";
  // A prompt can arrive before session_start has finished, or begun: whichever comes first makes its session's gate. An instance has several
  // sessions where an embedder shares a loader.
  const gates = new Map<string, Gate>();
  const gateOf = (ctx: ExtensionContext): Gate => {
    const session = ctx.sessionManager.getSessionId(), gate = gates.get(session) ?? new Gate();
    gates.set(session, gate);
    return gate;
  };
  /** The bridge, alive or not, where it is this session's. */
  const own = (ctx: ExtensionContext): Bridge | undefined => (live?.owner === pi && live.session === ctx.sessionManager.getSessionId() ? live : undefined);

  if (bin && typeof pi.registerMcpServer === "function") {
    const { name, ...config } = INSTALLED.server;
    try {
      pi.registerMcpServer(name, { command: bin, ...config });
      registered = true;
    } catch (error) { refused = String((error as Error)?.message ?? error); }
  }
  if (typeof pi.registerToolRenderer === "function") {
    try {
      pi.registerToolRenderer((tool, next) => {
        const usual = next();
        if (!tool.startsWith(`mcp__${INSTALLED.server.name}__`)) return usual;
        return { ...usual, renderResult: (result: any, options: any, theme: any, context: any) => drawDiff(result, options, theme) ?? usual?.renderResult?.(result, options, theme, context) ?? drawText(result, options) };
      });
    } catch { /* rows are drawn as Pi draws them */ }
  }

  // The session's bridge: the one that runs, or a new one. The slot is claimed before anything is awaited. Only a session that starts ends another's that goes on;
  // one that is reloaded does not: Pi may reload a session that it is replacing, and no event ever ends what comes of that.
  const bridgeFor = (ctx: ExtensionContext, starts = false): Bridge | undefined => {
    if (live?.alive && own(ctx)) return live;
    const others = [...bridges], session = ctx.sessionManager.getSessionId();
    if (!bin || (!starts && (Date.now() < notBefore || others.some((other) => other.session !== session && other.wanted())))) return undefined;
    for (const other of others) other.end();
    const bridge: Bridge = (live = new Bridge(bin, pi, ctx));
    bridge.onEffects = (effects) => void apply(bridge, effects, ctx);
    bridge.onDeath = () => {
      notBefore = Date.now() + Math.min(60_000, 1_000 * 2 ** failures++);
      notifyOnce(ctx, "gortex: its bridge has ended, so its guidance is off until it is back. /reload starts it again; where it does not, run `gortex pi install` with the gortex you want.");
    };
    bridge.greeting = greet(bridge, ctx).catch(() => {}); // a rejection that nobody takes would end Pi
    return bridge;
  };
  const greet = async (bridge: Bridge, ctx: ExtensionContext): Promise<void> => {
    await within(LOAD_MS, () => loaded); // Pi's version and folder come from there
    bridge.greeted = true;
    const answer = await bridge.request("hello", {
      protocol: PROTOCOL, extension: INSTALLED.version, registered, refused, reason, mode: ctx.mode, has_ui: ctx.hasUI, cwd: ctx.cwd,
      pi: { version: drawing.VERSION, functions: Object.keys(pi).filter((key) => typeof (pi as any)[key] === "function"), commands: pi.getCommands().map((c) => ({ name: c.name, source: c.sourceInfo?.source })) },
      trusted: ctx.isProjectTrusted?.() ?? false, agent_dir: drawing.getAgentDir?.(),
      session_id: bridge.session, briefed: briefed(ctx),
    }, HELLO_MS);
    if (!answer) return;
    failures = 0;
    await apply(bridge, answer.effects, ctx);
    if (refused) await say(bridge, { type: "server_refused", name: INSTALLED.server.name, reason: refused }, ctx);
    await reportTools(bridge, ctx);
    bridge.ready ||= answer.ready === true;
  };
  const say = async (bridge: Bridge | undefined, event: object, ctx: ExtensionContext, ms = EVENT_MS): Promise<Applied> =>
    apply(bridge, (await bridge?.request("event", event, ms))?.effects, ctx);
  const reportTools = async (bridge: Bridge, ctx: ExtensionContext): Promise<void> => {
    const names = pi.getAllTools().map((tool) => tool.name), active = pi.getActiveTools(), seen = `${names} ${active}`;
    if (!bridge.greeted || seen === bridge.toolsSeen) return; // a hello makes the bridge forget what it heard before
    bridge.toolsSeen = seen;
    await say(bridge, { type: "tools_changed", names, active }, ctx);
  };
  const notify = (ctx: ExtensionContext, text: string, level: "info" | "warning" | "error"): void => { if (ctx.hasUI) ctx.ui.notify(text, level); };
  const notifyOnce = (ctx: ExtensionContext, text: string): void => {
    if (told) return;
    told = true;
    try { notify(ctx, text, "warning"); } catch { /* the session has been replaced */ }
  };

  /** Applies effects in their order; a failing one costs itself only. */
  const apply = async (bridge: Bridge | undefined, effects: Effect[] | undefined, ctx: ExtensionContext): Promise<Applied> => {
    const applied: Applied = { texts: [] };
    for (const effect of Array.isArray(effects) ? effects : []) {
      try {
        switch (effect.type) {
          case "server.register":
            try { pi.registerMcpServer?.(effect.name, effect.config); } catch (error) { await say(bridge, { type: "server_refused", name: effect.name, reason: String((error as Error)?.message) }, ctx); }
            break;
          case "server.withdraw": pi.unregisterMcpServer?.(effect.name); break;
          case "tools.register": registerTools(effect.tools); break;
          case "tools.withdraw":
            for (const name of effect.names) withdrawn.add(name);
            pi.setActiveTools(pi.getActiveTools().filter((name) => !withdrawn.has(name)));
            break;
          case "block": applied.block ??= effect.reason; break;
          case "guide": applied.texts.push(effect.text); break;
          case "brief": applied.texts.push(effect.text); applied.key = effect.key; break;
          case "details": applied.details = { ...applied.details, ...effect.details }; break;
          case "notify": notify(ctx, effect.text, effect.level); break;
        }
      } catch { /* the other effects still count */ }
    }
    return applied;
  };
  const registerTools = (tools: any[]): void => {
    const back = tools.map((tool) => tool.name).filter((name) => withdrawn.delete(name)); // registering alone does not make it active again
    for (const tool of tools) {
      const { name, label, description, parameters, annotations } = tool;
      const own = { name, label, description, parameters, annotations, execute: (id: string, args: any, signal: AbortSignal | undefined, onUpdate: any, ctx: ExtensionContext) => execute(name, id, args, signal, onUpdate, ctx) };
      const draws = annotations?.readOnlyHint !== true;
      pi.registerTool(draws ? { ...own, renderResult: (result: any, options: any, theme: any) => drawDiff(result, options, theme) ?? drawText(result, options) } : own);
    }
    if (back.length) pi.setActiveTools([...new Set([...pi.getActiveTools(), ...back])]);
  };
  const execute = async (name: string, toolCallId: string, args: any, signal: AbortSignal | undefined, onUpdate: any, ctx: ExtensionContext): Promise<any> => {
    const bridge = bridgeFor(ctx);
    if (!bridge) throw new Error("gortex is not running here just now; use Pi's own tools. /reload starts it again.");
    const cancel = (): void => bridge.notify("tool/cancel", { toolCallId });
    signal?.addEventListener("abort", cancel, { once: true });
    if (onUpdate) bridge.progress.set(toolCallId, (text) => onUpdate({ content: [{ type: "text", text }], details: {} }));
    try {
      await bridge.greeting;
      const result = await bridge.request("tool/execute", { name, toolCallId, arguments: args }, CALL_MS);
      if (!result) throw new Error(`gortex gave no answer to ${name}${bridge.lastError ? `: ${bridge.lastError}` : ""}. Use Pi's own tools, or try once more.`);
      // Older Pi takes only a throw for an error.
      if (result.isError) throw new Error((result.content ?? []).map((c: any) => c.text ?? "").join("\n"));
      return { details: {}, ...result };
    } finally {
      signal?.removeEventListener("abort", cancel);
      bridge.progress.delete(toolCallId);
    }
  };

  /** Registers a handler that cannot throw and cannot take longer than ms. */
  const on = (event: string, ms: number, handler: (event: any, ctx: ExtensionContext) => Promise<any> | any): void =>
    pi.on(event, (e, ctx) => within(ms, async () => handler(e, ctx)));

  on("session_start", EVENT_MS, (event, ctx) => {
    const mine = gateOf(ctx); // none but its own: one that is late must not let a turn of the next session through
    reason = event.reason ?? reason; notBefore = 0;
    if (!bin) notifyOnce(ctx, missing());
    if (reason !== "reload") newest.gate = mine; // what starts a little later may find that another has started since
    const greeted = mine.starts().then(() => (mine.over ? undefined : bridgeFor(ctx, newest.gate === mine)?.greeting)).catch(() => {}).then(() => mine.open());
    // Not awaited: Pi would start later, and connect its servers later. But a history with our rows in it is drawn next, by the tools that are there.
    return registered || !briefed(ctx).length ? undefined : greeted;
  });
  on("before_agent_start", READY_MS * 2 + TURN_MS, async (event, ctx) => {
    await gateOf(ctx).passed(READY_MS);
    const bridge = bridgeFor(ctx) ?? own(ctx);
    if (!bridge) return bin || briefed(ctx).includes("missing") ? undefined : message([missing()], "missing");
    await bridge.greeting;
    if (!bridge.alive) return bridge.spoke || briefed(ctx).includes("dead") ? undefined : message([dead(bridge)], "dead");
    const late = await untilReady(bridge, ctx);
    const { texts, key } = await say(bridge, { type: "turn", prompt: event.prompt }, ctx, TURN_MS);
    return message([...texts, ...late], key);
  });
  const untilReady = async (bridge: Bridge, ctx: ExtensionContext): Promise<string[]> => {
    if (bridge.ready) return (await reportTools(bridge, ctx), []);
    bridge.ready = true; // one turn waits, and one reports
    let texts: string[] | undefined;
    const asked = bridge.request("wait_ready", { cap_ms: READY_MS }, READY_MS + 500).then(async (answer) => { texts = (await apply(bridge, answer?.effects, ctx)).texts; });
    for (;;) {
      await reportTools(bridge, ctx);
      await Promise.race([asked, new Promise((ok) => setTimeout(ok, POLL_MS))]);
      if (texts) return texts;
    }
  };
  on("turn_start", EVENT_MS, async (_event, ctx) => {
    batch++; // what one answer of the model calls is one batch
    if (live?.alive && own(ctx)) await reportTools(live, ctx);
  });
  on("tool_call", EVENT_MS, async (event, ctx) => {
    const { toolName, toolCallId, parentToolCallId, input } = event;
    const { block, texts } = await say(bridgeFor(ctx), { type: "tool_call", toolName, toolCallId, parentToolCallId, input, batch }, ctx);
    if (block !== undefined) return { block: true, reason: block };
    if (texts.length) pi.sendMessage({ customType: GUIDANCE, content: texts.join("\n\n"), display: false }, { deliverAs: "steer" });
  });
  on("tool_result", EVENT_MS, async (event, ctx) => {
    const { toolName, toolCallId, parentToolCallId, input, content, details, structuredContent, isError } = event;
    const applied = await say(bridgeFor(ctx), { type: "tool_result", toolName, toolCallId, parentToolCallId, input, content, details, structuredContent, isError }, ctx);
    if (applied.details) return { details: { ...details, ...applied.details } }; // Pi replaces details as a whole
  });
  on("session_compact", EVENT_MS, (_event, ctx) => say(bridgeFor(ctx), { type: "compacted", briefed: briefed(ctx) }, ctx).then(() => {}));
  on("session_shutdown", EVENT_MS, (event, ctx) => {
    gateOf(ctx).close();
    if (own(ctx)) live = void live?.end({ type: "shutdown", reason: event.reason });
  });
}

/** A session's turn waits at it until the session hook that opens it is done; what that does starts a little later, or with the turn. */
class Gate {
  open: () => void = () => {}; over = false; private start: () => void = () => {}; private waited = false;
  private opened = new Promise<void>((ok) => { this.open = ok; });
  starts(): Promise<void> { this.over = false; return new Promise((ok) => { this.start = ok; this.waited ? ok() : setTimeout(ok, LATER_MS); }); }
  async passed(ms: number): Promise<void> { this.waited = true; this.start(); await within(ms, () => this.opened); this.open(); } // who waited in vain is the last to wait
  close(): void { this.over = true; this.open(); }
}

/** One `gortex pi bridge`: requests up, answers and effects down, one JSON object a line. No request of it ever rejects. */
class Bridge {
  alive = true; greeted = false; spoke = false; ready = false; toolsSeen = ""; lastError = "";
  greeting: Promise<void> = Promise.resolve();
  progress = new Map<string, (text: string) => void>();
  onEffects: (effects: Effect[]) => void = () => {};
  onDeath: () => void = () => {};
  owner: unknown; session: string;
  private ctx: ExtensionContext; private child: ChildProcess; private pending = new Map<number, (answer: Answer | undefined) => void>(); private next = 1;
  private chunks: Buffer[] = []; private held = 0; private unanswered = 0;

  constructor(bin: string, owner: unknown, ctx: ExtensionContext) {
    this.owner = owner; this.ctx = ctx; this.session = ctx.sessionManager.getSessionId();
    this.child = spawn(bin, ["pi", "bridge"], { cwd: ctx.cwd, stdio: ["pipe", "pipe", "ignore"], windowsHide: true });
    this.child.on("error", (error) => { this.lastError = error.message; this.died(); }).on("exit", () => this.died());
    this.child.stdin?.on("error", () => {});
    this.child.stdout?.on("error", () => {}).on("data", (chunk: Buffer) => this.read(chunk));
    this.hold(false);
    bridges.add(this);
  }

  request(method: string, params: object, ms: number): Promise<Answer | undefined> {
    return new Promise((ok) => {
      if (!this.alive) return ok(undefined);
      const id = this.next++;
      const timer = setTimeout(() => {
        settle(undefined);
        if (method === "hello" || (this.spoke && ++this.unanswered >= MUTE)) this.kill(); // it hangs: another may not. Until it speaks, hello has its own time
      }, ms);
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        if (this.pending.delete(id) && this.pending.size === 0) this.hold(false);
        ok(answer);
      };
      this.pending.set(id, settle);
      this.hold(true);
      if (!this.write({ jsonrpc: "2.0", id, method, params })) settle(undefined);
    });
  }
  /** Whether its session goes on. One that was dropped without a session_shutdown, as an embedder may, has a context that throws. */
  wanted(): boolean { try { return Boolean(this.ctx.cwd); } catch { return false; } }
  notify(method: string, params: object): void { this.write({ jsonrpc: "2.0", method, params }); }

  /** Ends the child: by the end of its stdin, and by force if it does not go. */
  end(last?: object): undefined {
    if (!this.alive) return;
    this.onDeath = () => {};
    if (last) this.write({ jsonrpc: "2.0", id: this.next++, method: "event", params: last });
    const child = this.child;
    child.stdin?.end();
    const force = setTimeout(() => child.kill("SIGKILL"), END_MS);
    force.unref();
    child.on("exit", () => clearTimeout(force));
    this.died();
  }

  private write(message: object): boolean {
    if (!this.alive) return false;
    try {
      const line = JSON.stringify(message);
      return line.length <= MAX_OUT && (this.child.stdin?.write(`${line}\n`), true);
    } catch { return false; }
  }
  private read(chunk: Buffer): void {
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) { // only the new bytes are searched
      const line = Buffer.concat([...this.chunks, chunk.subarray(0, end)]).toString("utf8");
      this.chunks = []; this.held = 0;
      chunk = chunk.subarray(end + 1);
      this.line(line);
    }
    if (chunk.length) this.chunks.push(chunk);
    this.held += chunk.length;
    if (this.held > MAX_IN) this.kill(); // nothing can be resynchronised inside a frame
  }
  private line(line: string): void {
    try {
      const { id, method, params, result, error } = JSON.parse(line);
      this.unanswered = 0;
      this.spoke = true;
      if (error) this.lastError = String(error.message ?? "");
      if (method === "effects") this.onEffects(params?.effects);
      else if (method === "tool/progress") this.progress.get(params?.toolCallId)?.(params?.text);
      else if (!method) this.pending.get(id)?.(result);
    } catch { /* a bad line is skipped */ }
  }
  private kill(): void { this.child.kill("SIGKILL"); this.died(); }
  private died(): void {
    if (!this.alive) return;
    this.alive = false;
    bridges.delete(this);
    for (const settle of [...this.pending.values()]) settle(undefined);
    this.onDeath();
  }
  private hold(hold: boolean): void {
    for (const handle of [this.child, this.child.stdin, this.child.stdout] as any[]) hold ? handle?.ref?.() : handle?.unref?.();
  }
}

/** What work gives, or undefined when it fails or takes longer than ms. */
function within<T>(ms: number, work: () => Promise<T> | T): Promise<T | undefined> {
  return new Promise((ok) => {
    const timer = setTimeout(() => ok(undefined), ms);
    const done = (value?: T): void => { clearTimeout(timer); ok(value); };
    Promise.resolve().then(work).then(done, () => done());
  });
}

/** GORTEX_BIN, else what install wrote down, else the PATH without its relative folders: those are the repository's. Undefined when none of them can be run. */
function findBinary(): string | undefined {
  const runs = (file: string): boolean => {
    try { accessSync(file, constants.X_OK); return statSync(file).isFile(); } catch { return false; }
  };
  const onPath = (name: string): string | undefined =>
    (process.env.PATH ?? "").split(path.delimiter).filter(path.isAbsolute).map((dir) => path.join(dir, name)).find(runs);
  const chosen = process.env.GORTEX_BIN;
  if (chosen) return path.basename(chosen) === chosen ? onPath(chosen) : runs(path.resolve(chosen)) ? path.resolve(chosen) : undefined;
  return INSTALLED.bin && runs(INSTALLED.bin) ? INSTALLED.bin : onPath(process.platform === "win32" ? "gortex.exe" : "gortex");
}
const missing = (): string =>
  `gortex is installed as an extension, but its program was not found (${process.env.GORTEX_BIN || INSTALLED.bin || "gortex"}), so this session has no code graph. Run \`gortex pi install\` with the gortex you want, then /reload.`;

const dead = (bridge: Bridge): string =>
  `gortex could not be started, so this session has no code graph${bridge.lastError ? `: ${bridge.lastError}` : ", and it does not say why"}. Use the other tools; \`gortex pi doctor\` says what is wrong, and the user can run /reload after.`;

const message = (texts: string[], key?: string): object | undefined =>
  texts.length ? { message: { customType: BRIEFING, content: texts.join("\n\n"), display: false, details: { key } } } : undefined;

/** The keys of the briefings that the model still reads in this session. */
function briefed(ctx: ExtensionContext): string[] {
  try {
    const entries: any[] = ctx.sessionManager.buildContextEntries();
    return entries.filter((entry) => entry.customType === BRIEFING).map((entry) => entry.details?.key).filter((key) => typeof key === "string");
  } catch { return []; }
}

async function loadDrawing(): Promise<void> {
  try {
    const [host, tui]: any[] = await Promise.all([import("@earendil-works/pi-coding-agent"), import("@earendil-works/pi-tui")]);
    drawing = { renderDiff: host.renderDiff, Text: tui.Text, VERSION: host.VERSION, getAgentDir: host.getAgentDir };
  } catch { /* rows are drawn as text, then */ }
}
/** A row for what is in details, or undefined where there is nothing to draw, or nothing to draw it with. */
function drawDiff(result: any, options: any, theme: any): any {
  const { diff, note } = result?.details ?? {}, { Text, renderDiff } = drawing;
  try {
    if (!Text || options?.isPartial) return undefined;
    if (diff && typeof diff === "string" && renderDiff) return new Text(renderDiff(diff), 0, 0);
    return note && typeof note === "string" ? new Text(theme?.fg?.("muted", note) ?? note, 0, 0) : undefined;
  } catch { return undefined; }
}
function drawText(result: any, options: any): any {
  const lines = (result?.content ?? []).map((part: any) => part.text ?? "").join("\n").split("\n");
  return drawing.Text && new drawing.Text(options?.expanded ? lines.join("\n") : lines.slice(0, 5).join("\n"), 0, 0);
}
