import { spawn } from "node:child_process";
import { plumbProgram } from "../../e2e/run-plumb.fixture.ts";

/** `plumb cloud` as a process of its own, over the state directory of a folder. */
export interface ServedFolder {
  /** Without a trailing slash. */
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveFolder(folder: string): Promise<ServedFolder> {
  const child = spawn(process.execPath, [plumbProgram, "cloud", "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const match = /http:\/\/\S+/.exec(said);
      if (match !== null) resolve(match[0]);
    });
    child.once("close", () => reject(new Error(`the local cloud ended: ${said}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
