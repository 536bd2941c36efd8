import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A lock that another process holds on a database. */
export interface ForeignLock {
  /** Lets go, and comes back when the process has ended. */
  release(): Promise<void>;
}

const holder = fileURLToPath(new URL("lock-holder.mjs", import.meta.url));

/** Has another process lock the database at `path` against all writers, as a backup or a forgotten shell does. */
export async function lockElsewhere(path: string): Promise<ForeignLock> {
  const child = spawn(process.execPath, [holder, path], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return {
    release: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
