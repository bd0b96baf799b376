// Takes the built-in MCP extension's place, as one that registers /mcp does, and connects nothing.
export default function (pi: any) {
  pi.registerCommand("mcp", { description: "Another MCP extension.", handler: async () => {} });
}
