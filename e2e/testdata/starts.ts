// Tells each session_start as a notice.
export default function (pi: any) {
  pi.on("session_start", (event: any, ctx: any) => ctx.ui.notify(`session_start ${event.reason}`, "info"));
}
