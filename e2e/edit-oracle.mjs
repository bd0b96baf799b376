// Pi's own edit diffs for each line {path, before, after} or {path, before, edits} of stdin, a line each.
// What Pi's edit tool would put into its details stands for edits; its generators alone for after.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import path from "node:path";
import { installPi } from "./rig/pi.mjs";

const { pkg } = await installPi(process.argv[2]);
const pi = await import(pathToFileURL(path.join(pkg, "dist/core/tools/edit-diff.js")));

function generated(file, before, after) {
  const { diff, firstChangedLine } = pi.generateDiffString(before, after);
  return { diff, firstChangedLine, patch: pi.generateUnifiedPatch(file, before, after) };
}

function edited(file, before, edits) {
  const { baseContent, newContent, replacements } = pi.applyEditsToNormalizedContent(pi.normalizeToLF(before.replace(/^\uFEFF/, "")), edits, file);
  return { ...(pi.generateEditDiff?.(file, baseContent, newContent, replacements) ?? generated(file, baseContent, newContent)), after: newContent };
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { path: file, before, after, edits } = JSON.parse(line);
  let answer;
  try { answer = edits ? edited(file, before, edits) : generated(file, before, after); } catch (refused) { answer = { refused: String(refused) }; }
  console.log(JSON.stringify(answer));
}
