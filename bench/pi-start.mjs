// node pi-start.mjs VERSION CWD EXTENSION: real Pi, which has started here once before, so that its loader knows the extension as it does
// every day but the first. Prints {"Ready": ms from the start to the answer to a first RPC command, "First": ms from the start to the model's first
// request, "Quiet": the same without what Pi waited for a processor, "CPU": ms of processor that Pi's process had used by then (both Linux),
// "Ours": how many of the graph's tools were in the request}. EXTENSION is a folder, or empty.
import { readFileSync, readdirSync } from "node:fs";
import { RealPi } from "../e2e/rig/pi.mjs";
import { toolNames } from "../e2e/rig/fake-model.mjs";

const [version, cwd, extension] = process.argv.slice(2);
let used = { cpu: 0, waited: 0 };
const pi = await RealPi.create({
  version, cwd, extensions: extension ? [extension] : [], env: { GORTEX_HOME: process.env.GORTEX_HOME },
  script: [{ text: "done" }, () => { used = look(); return { text: "done" }; }],
});
await pi.print("hello");
const started = Date.now();
const run = await pi.print("hello");
const first = pi.model.requests[1];
if (!first) throw new Error(`no request: ${run.stderr}`);
const again = performance.now(), rpc = pi.rpc();
await rpc.command({ type: "get_state" });
const ready = performance.now() - again;
await rpc.close();
await pi.dispose({ graceMs: 0 });
const ms = first.at - started;
console.log(JSON.stringify({ Ready: ready, First: ms, Quiet: ms - used.waited, CPU: used.cpu, Ours: toolNames(first).filter((n) => /gortex|^(explore|search|relations)$/.test(n)).length }));

/** What the child that is Pi has used, all threads, and what its first one has waited, in ms. */
function look() {
  for (const pid of readdirSync("/proc").filter((n) => /^\d+$/.test(n))) {
    try {
      if (+readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")[1] !== process.pid) continue;
      const of = (thread) => { try { return readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ").map((ns) => ns / 1e6); } catch { return [0, 0]; } };
      return { cpu: readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + of(thread)[0], 0), waited: of(pid)[1] };
    } catch { /* it has ended */ }
  }
  return { cpu: 0, waited: 0 };
}
