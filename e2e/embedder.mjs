// A program that has Pi inside, made of what the package in PI_RIG_PACKAGE exports, and driven as Pi's RPC mode is: a JSON command a line in, an answer a line out.
//   {type: "open", session, loader?, mcp?}  a session; those that name one loader share it, others have one each. mcp: with Pi's MCP extension, where there is one
//   {type: "bind", session}                 what emits session_start
//   {type: "ask", session, message}         a prompt, answered with the time it took; with `wait: false` at once, and "settle" waits for its end
//   {type: "reload", session}               what /reload does
//   {type: "shut", session}                 what emits session_shutdown
//   {type: "dispose", session}              which emits nothing
//   {type: "exit"}                          ends the process at once, as process.exit does
// It ends when its stdin does and nothing holds Node's event loop.
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const exported = (...file) => import(pathToFileURL(path.join(process.env.PI_RIG_PACKAGE, "dist", ...file)));
// Pi 1.0.3 does not get on with what npm gives it today; the same exports, with what was there then, are in its bundle.
const sdk = await exported("index.js").catch(() => exported("bundle", "index.js"));
const cwd = process.cwd(), agentDir = process.env.PI_CODING_AGENT_DIR;
const loaders = new Map(), sessions = new Map(), runs = new Map();
const send = (record) => process.stdout.write(`${JSON.stringify(record)}\n`);
const uiContext = { notify: (message, notifyType) => send({ type: "extension_ui_request", method: "notify", message, notifyType }) };

const commands = {
  async open({ session, loader = session, mcp }) {
    if (!loaders.has(loader)) {
      const made = new sdk.DefaultResourceLoader({ cwd, agentDir, extensionFactories: mcp && sdk.createMcpExtension ? [sdk.createMcpExtension()] : [] });
      await made.reload();
      loaders.set(loader, made);
    }
    const made = await sdk.createAgentSession({ cwd, agentDir, resourceLoader: loaders.get(loader), sessionManager: sdk.SessionManager.inMemory(cwd) });
    sessions.set(session, made.session);
    return { errors: made.extensionsResult?.errors };
  },
  bind: ({ session }) => sessions.get(session).bindExtensions({ uiContext }),
  async ask({ session, message, wait = true }) {
    const began = performance.now();
    const run = sessions.get(session).prompt(message).then(() => ({ ms: performance.now() - began }));
    runs.set(session, run);
    run.catch(() => {}); // whoever waits hears of it
    return wait ? run : {};
  },
  settle: ({ session }) => runs.get(session),
  reload: ({ session }) => sessions.get(session).reload(),
  shut: ({ session }) => sessions.get(session).extensionRunner.emit({ type: "session_shutdown", reason: "quit" }).then(() => ({})),
  dispose: ({ session }) => sessions.get(session).dispose(),
  exit: () => void setImmediate(() => process.exit(0)), // after the answer
};

readline.createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, type, ...rest } = JSON.parse(line);
  try {
    send({ type: "response", id, command: type, success: true, data: (await commands[type](rest)) ?? {} });
  } catch (error) {
    send({ type: "response", id, command: type, success: false, error: String(error?.stack ?? error) });
  }
});
