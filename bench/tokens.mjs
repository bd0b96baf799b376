// Counts tokens: reads JSON lines {name, compact, json} and prints the same with numbers.
//
//	node tokens.mjs FOLDER-OF-NODE-MODULES < texts
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(join(process.argv[2], "package.json"));
const { encode } = require("gpt-tokenizer/encoding/o200k_base");
for await (const line of createInterface({ input: process.stdin })) {
  const { name, compact, json } = JSON.parse(line);
  console.log(JSON.stringify({ name, compact: encode(compact).length, json: encode(json).length }));
}
