// Drives an MCP server with the official TypeScript SDK's client: lists its tools, has all
// of them promoted, calls each with the example that the server gives for it, cancels a
// call and listens to progress. The SDK holds structuredContent to the tool's outputSchema
// and throws where it does not fit. Prints one JSON object.
//
//	node mcp-client.mjs FOLDER-OF-NODE-MODULES COMMAND ARG…
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, command, ...args] = process.argv.slice(2);
const require = createRequire(join(modules, "package.json"));
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { ToolListChangedNotificationSchema } = require("@modelcontextprotocol/sdk/types.js");

const open = () => [new StdioClientTransport({ command, args, env: { ...process.env }, stderr: "inherit" }), new Client({ name: "pi", version: "1.6.0" }, { capabilities: { roots: {} } })];
const [transport, client] = open();
const report = { listed: [], promoted: [], changed: 0, calls: {}, progress: [], cancelled: "", alive: false, killed: 0, errors: [] };
transport.onerror = (error) => report.errors.push(String(error)); // a line that is no frame
client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
  report.changed++;
});
await client.connect(transport);
report.server = client.getServerVersion();
report.listed = (await client.listTools()).tools.map((tool) => tool.name);

const found = await client.callTool({ name: "tools_search", arguments: { query: "", limit: 20 } });
report.changedBeforeAnswer = report.changed;
const eager = await client.callTool({ name: "tools_search", arguments: { query: report.listed.join(" "), limit: 20 } });
const examples = { tools_search: { query: "rename" } };
for (const tool of [...found.structuredContent.tools, ...eager.structuredContent.tools]) {
  examples[tool.name] = JSON.parse(tool.example);
}
const tools = (await client.listTools()).tools; // from here on the SDK validates
report.promoted = tools.map((tool) => tool.name);
for (const tool of tools) {
  try {
    const result = await client.callTool({ name: tool.name, arguments: examples[tool.name] ?? {} });
    report.calls[tool.name] = { example: examples[tool.name] !== undefined, error: result.isError === true, structured: result.structuredContent !== undefined, text: result.content[0].text.slice(0, 300) };
  } catch (error) {
    report.calls[tool.name] = { error: true, text: String(error) };
  }
}
// The SDK loses progress that it reads in one piece with the answer, as a small repository's may be: another run is another piece.
for (let run = 0; run < 20 && report.progress.length === 0; run++) {
  await client.callTool({ name: "workspace_admin", arguments: { operation: "reindex", dir: process.cwd() } }, undefined, {
    onprogress: (progress) => report.progress.push(progress.progress),
  });
}

const abort = new AbortController();
const slow = client.callTool({ name: "search", arguments: { operation: "text", query: "(a|b|.)*x(y|z)*$", regexp: true } }, undefined, { signal: abort.signal });
abort.abort("enough");
await slow.catch((error) => {
  report.cancelled = String(error);
});
await client.ping();
report.alive = (await client.callTool({ name: "workspace", arguments: {} })).isError !== true;
// The SDK ends the server's input, and what is there after two seconds. On a busy machine it may be: another run is another chance.
async function killed([transport, client]) {
  const { _process: server } = transport;
  await client.close();
  return server.killed;
}
for (let last = [transport, client]; (await killed(last)) && ++report.killed < 3; await last[1].connect(last[0])) last = open();
console.log(JSON.stringify(report));
