import { runCommand } from "../../src/cli/run-command.ts";
import type { Calls } from "../../src/contract/call.ts";

/** One command line beside a declaration, against an API in this process: its exit code, and all that it prints. */
export async function playCommand(
  argv: readonly string[],
  text: string,
  calls: Calls,
  noteWritten: (text: string) => void = () => {},
): Promise<{ readonly code: number; readonly out: string }> {
  let out = "";
  const stream = { isTTY: false, columns: 0, write: (each: string) => (out += each) };
  const write = async (_path: string, written: string) => noteWritten(written);
  const code = await runCommand(argv, {
    calls: async () => calls,
    localCloud: () => Promise.reject(new Error("no local cloud here")),
    network: () => Promise.reject(new Error("no network here")),
    browser: {
      open: () => Promise.reject(new Error("no browser here")),
      redirect: () => Promise.reject(new Error("no browser here")),
    },
    serveCloud: async () => Promise.reject(new Error("not here")),
    serve: () => Promise.reject(new Error("opens no service")),
    work: () => Promise.reject(new Error("opens no worker")),
    stdout: stream,
    stderr: stream,
    lostOutput: async () => null,
    stdin: { isTTY: false, ask: async () => "", rest: async () => "" },
    environment: {},
    packReport: () => Promise.reject(new Error("there is no recording")),
    storeCare: () => Promise.reject(new Error("there is no store")),
    files: {
      read: async (path) => (path.endsWith("plumb.yaml") ? text : undefined),
      write,
      readPrivate: async () => undefined,
      writePrivate: write,
      changePrivate: async () => {},
      readBeside: async () => undefined,
      make: async () => true,
      change: async () => ({ ok: true, value: undefined }),
      realPath: async (path) => path,
      exists: async (path) => path.endsWith("plumb.yaml"),
      namesIn: async () => [],
    },
    version: "0.0.0",
    signal: new AbortController().signal,
    now: () => Date.now(),
    sleep: async () => {},
    isStateFile: async () => false,
    openLesson: () => Promise.reject(new Error("there is no lesson")),
    startProgram: () => Promise.reject(new Error("there is no program")),
    natureOf: async () => ({ kind: "public" as const }),
    fileChange: () => Promise.reject(new Error("no file changes")),
    leaving: () => {},
    generator: () => Promise.reject(new Error("nothing is generated")),
  });
  return { code, out };
}
