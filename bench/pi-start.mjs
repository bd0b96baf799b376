// node pi-start.mjs VERSION CWD ROUNDS EXTENSION...: real Pi, once in each round with each of the extensions (a folder, or empty for Pi alone), in an order
// drawn by lot, so that whatever else the machine does falls on all alike. Each has a home in which Pi has started once before: its loader knows the
// extension, as it does every day but the first. Prints for each EXTENSION a list of {"Ready": ms from the start to the answer to a first RPC command,
// "First": ms from the start to the model's first request, "Quiet": the same without what Pi waited for a processor, "CPU": ms of processor that Pi's
// process had used by then (both Linux), "Ours": how many of the graph's tools were in the request}.
import { readFileSync, readdirSync } from "node:fs";
import { RealPi } from "../e2e/rig/pi.mjs";
import { toolNames } from "../e2e/rig/fake-model.mjs";

const [version, cwd, rounds, ...extensions] = process.argv.slice(2);
let used = { cpu: 0, waited: 0 };
const turn = () => { used = look(); return { text: "done" }; };
const runs = [];
for (const extension of extensions) {
  const pi = await RealPi.create({
    version, cwd, extensions: extension ? [extension] : [], env: { GORTEX_HOME: process.env.GORTEX_HOME },
    script: Array(+rounds + 1).fill(turn),
  });
  await pi.print("hello");
  runs.push({ pi, starts: [] });
}
// One kind after the other: what a run leaves to be done when it has answered would fall on the start that follows.
for (let round = 0; round < +rounds; round++) {
  for (const { pi, starts } of drawn(runs)) starts[round] = { Ready: await ready(pi) };
}
for (let round = 0; round < +rounds; round++) {
  for (const { pi, starts } of drawn(runs)) Object.assign(starts[round], await first(pi));
}
for (const { pi } of runs) await pi.dispose({ graceMs: 0 });
console.log(JSON.stringify(runs.map(({ starts }) => starts)));

async function first(pi) {
  const before = pi.model.requests.length, started = Date.now();
  const { stderr } = await pi.print("hello");
  const request = pi.model.requests[before];
  if (!request) throw new Error(`no request: ${stderr}`);
  const ms = request.at - started;
  return { First: ms, Quiet: ms - used.waited, CPU: used.cpu, Ours: toolNames(request).filter((name) => /gortex|^(explore|search|relations)$/.test(name)).length };
}
async function ready(pi) {
  const started = performance.now(), rpc = pi.rpc();
  await rpc.command({ type: "get_state" });
  const ms = performance.now() - started;
  await rpc.close();
  return ms;
}
/** All, shuffled. */
function drawn(all) {
  return all.map((one) => [Math.random(), one]).sort(([a], [b]) => a - b).map(([, one]) => one);
}
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
