// node first-request.mjs VERSION CWD AGENT: one prompt to real Pi; prints {"Millis": from the start to the model's first
// request, "Ours": how many of the graph's tools were in it}. Extensions come from AGENT/extensions, where there are any.
import { existsSync } from "node:fs";
import path from "node:path";
import { RealPi } from "../e2e/rig/pi.mjs";
import { toolNames } from "../e2e/rig/fake-model.mjs";

const [version, cwd, agent] = process.argv.slice(2);
const extension = path.join(agent, "extensions", "gortex");
const pi = await RealPi.create({
  version, cwd, script: [{ text: "done" }], extensions: existsSync(extension) ? [extension] : [], env: { GORTEX_HOME: process.env.GORTEX_HOME },
});
const started = Date.now();
const run = await pi.print("hello");
const [first] = pi.model.requests;
await pi.dispose({ graceMs: 0 });
if (!first) throw new Error(`no request: ${run.stderr}`);
console.log(JSON.stringify({ Millis: first.at - started, Ours: toolNames(first).filter((n) => /gortex|^(explore|search|relations)$/.test(n)).length }));
