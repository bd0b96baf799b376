#!/usr/bin/env node
// A bridge that plays a part, for extension.mjs: SCRIPTED_BRIDGE says which. It notes its start and its end in SCRIPTED_LOG.
import { appendFileSync } from "node:fs";
import readline from "node:readline";

const part = process.env.SCRIPTED_BRIDGE ?? "answers";
const note = (what) => appendFileSync(process.env.SCRIPTED_LOG, `${what} ${process.pid}\n`);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
let waiting = () => {};
note("start");
if (part === "ends at once") { note("end"); process.exit(3); }

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  note(method === "event" ? `event:${params.type}` : method === "hello" ? `hello ${params.pi?.version} ${params.agent_dir}` : method);
  if (part === "hangs") return;
  if (part === "talks nonsense") process.stdout.write("no json\n[]\n\n{\"jsonrpc\":\"2.0\",\"id\":77777,\"result\":{}}\nnull\n");
  if (part === "floods" && method === "event") return void process.stdout.write("x".repeat(65 << 20));
  if (part === "dies on a call" && params?.type === "tool_call") { note("end"); process.exit(4); }
  const { promote, withdraw, progress, wait } = params?.arguments ?? {};
  if (promote) send({ method: "effects", params: { effects: [{ type: "tools.register", tools: [{ name: "trace", label: "l", description: "d", parameters: {} }] }] } });
  if (withdraw) send({ method: "effects", params: { effects: [{ type: "tools.withdraw", names: ["trace"] }] } });
  if (progress) send({ method: "tool/progress", params: { toolCallId: params.toolCallId, text: "half way" } });
  if (wait) return void (waiting = () => send({ id, ...answerTo(method, params) }));
  if (method === "tool/cancel") return waiting();
  const answer = () => send({ id, ...answerTo(method, params) });
  if (method === "hello") setTimeout(answer, Number(process.env.SCRIPTED_HELLO_MS ?? 0)); else answer();
}).on("close", () => { note("end"); process.exit(0); });

function answerTo(method, params) {
  if (part === "errs") return { error: { code: -32603, message: "scripted" } };
  if (method === "hello") return { result: { protocol: 1, version: "0", ready: true, effects: [{ type: "from the future" }, { type: "tools.register", tools: [{ name: "gortex_read", label: "l", description: "d", parameters: {} }] }] } };
  if (method === "tool/execute") return { result: { content: [{ type: "text", text: params.name }], details: { diff: "+1 x" }, isError: params.arguments.fail } };
  if (method !== "event") return { result: { effects: [], ready: true } };
  const effects = {
    turn: [{ type: "brief", key: "k", text: "scripted briefing" }],
    tool_call: params.input?.block ? [{ type: "block", reason: "no" }] : [{ type: "guide", text: "rather" }],
    tool_result: [{ type: "details", details: { diff: "+1 x" } }],
  }[params.type] ?? [];
  return { result: { effects } };
}
