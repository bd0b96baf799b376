// Took gortex's server name before gortex came.
export default function (pi: any) {
  pi.registerMcpServer?.("gortex", { command: "true", args: [], enabled: false });
}
