// Shows what Pi knows: /spy tells it as a notice, one JSON object.
export default function (pi: any) {
  pi.registerCommand("spy", {
    description: "Tells what Pi knows.",
    handler: async (_args: string, ctx: any) => ctx.ui.notify(JSON.stringify({
      spy: true, active: pi.getActiveTools(), servers: pi.getMcpServers?.() ?? [],
      tools: pi.getAllTools().map((t: any) => ({ name: t.name, source: t.sourceInfo?.source })),
      handles: process.getActiveResourcesInfo(),
    }), "info"),
  });
}
