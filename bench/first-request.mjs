// node first-request.mjs VERSION CWD AGENT: a prompt to real Pi that has started here once before, so that its loader knows
// the extension as it does every day but the first; prints {"Millis": from the start to the model's first
// request, "CPU": ms of processor that Pi's process had used by then (Linux), "Ours": how many of the graph's tools were in it}.
// Extensions come from AGENT/extensions, where there are any.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { RealPi } from "../e2e/rig/pi.mjs";
import { toolNames } from "../e2e/rig/fake-model.mjs";

const [version, cwd, agent] = process.argv.slice(2);
const extension = path.join(agent || "/nowhere", "extensions", "gortex");
let cpu = 0;
const pi = await RealPi.create({
  version, cwd, extensions: existsSync(extension) ? [extension] : [], env: { GORTEX_HOME: process.env.GORTEX_HOME },
  script: [{ text: "done" }, () => { cpu = used(); return { text: "done" }; }],
});
await pi.print("hello");
const started = Date.now();
const run = await pi.print("hello");
const first = pi.model.requests[1];
await pi.dispose({ graceMs: 0 });
if (!first) throw new Error(`no request: ${run.stderr}`);
console.log(JSON.stringify({ Millis: first.at - started, CPU: cpu, Ours: toolNames(first).filter((n) => /gortex|^(explore|search|relations)$/.test(n)).length }));

/** User and system time of the child that is Pi, from /proc: hundredths of a second. */
function used() {
  for (const pid of readdirSync("/proc").filter((n) => /^\d+$/.test(n))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ");
      if (+fields[1] === process.pid) return (+fields[11] + +fields[12]) * 10;
    } catch { /* it has ended */ }
  }
  return 0;
}
