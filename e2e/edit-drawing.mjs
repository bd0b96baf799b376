// Rows of edits as the extension draws them, with Pi's own modules: node --test edit-drawing.mjs
import test from "node:test";
import assert from "node:assert/strict";
import { registerHooks, createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { installPi } from "./rig/pi.mjs";

const { pkg } = await installPi("1.6.0");
const from = pathToFileURL(path.join(pkg, "dist", "index.js")).href;
registerHooks({
  resolve(name, context, next) {
    if (name === "@earendil-works/pi-coding-agent") return { url: from, shortCircuit: true };
    return name === "@earendil-works/pi-tui" ? next(name, { ...context, parentURL: from }) : next(name, context);
  },
});
const pi = await import("@earendil-works/pi-coding-agent");
pi.initTheme?.("dark");
const { default: factory } = await import("../extension-assets/index.ts");

test("a native tool's row is drawn by Pi's own renderer", async () => {
  let resolver;
  const usual = { renderCall: () => "call", renderResult: () => "usual" };
  factory({ on() {}, registerToolRenderer: (r) => { resolver = r; } });
  const draw = resolver("mcp__gortex__edit", () => usual);
  assert.equal(draw.renderCall(), "call");
  const diff = " 1 one\n-2 two\n+2 2", theme = { fg: (_color, text) => text };
  while (draw.renderResult({ details: { diff } }, {}, theme) === "usual") await new Promise(setImmediate); // Pi's modules are loaded aside
  const lines = (details) => { const row = draw.renderResult({ details }, {}, theme); return row.render ? row.render(80).map((l) => l.trimEnd()) : row; };
  assert.deepEqual(lines({ diff }).join("\n").trim(), pi.renderDiff(diff).split("\n").map((l) => l.trimEnd()).join("\n").trim());
  assert.deepEqual(lines({ note: "no diff: a" }), ["no diff: a"]);
  assert.equal(lines({}), "usual");
  assert.equal(resolver("mcp__other__edit", () => usual), usual);
});
