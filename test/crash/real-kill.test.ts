import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CrashCase, crashCases } from "./cases.ts";
import type { ChildOrder } from "./child.ts";
import { type CrashImage, newDirectory, removeDirectory, restoreImage, takeImage } from "./crash-image.ts";
import { takeUp } from "./explore.ts";
import { prepare } from "./prepare.ts";
import { chosenOf, tier } from "./tier.ts";
import { runUnbroken, titleOf } from "./unbroken.ts";

/** Cases whose every boundary is tried on a real process; in a short run only some of the boundaries are. */
const chosen: readonly string[] = [
  "OAuth client, replace",
  "endpoint attachment, slow create",
  "server collector, auto-named create",
  "policy assignment, create",
  "reservation IAM member, create",
  "workspace setting, create",
  "stack, diamond, replace trunk and branches",
];

/** A short run takes one boundary a case: those at which something has just been done that nobody has noted. */
const telling = /(POST|PUT|PATCH).*: carried out, not answered/;

/** Where the children keep their compiled modules. One that is killed keeps nothing, so one is let live first. */
const cache = newDirectory();
beforeAll(async () => {
  const [crashCase] = crashCases();
  if (crashCase !== undefined) await child(crashCase, await prepare(crashCase), Number.POSITIVE_INFINITY);
});
afterAll(() => removeDirectory(cache));

describe.concurrent("a process killed with SIGKILL, and the next one", () => {
  test.each(crashCases().filter((each) => chosen.includes(titleOf(each))))(
    "$resource, $operation",
    async (crashCase) => {
      const unbroken = await runUnbroken(crashCase);
      const { boundaries } = unbroken;
      const all = boundaries.map((_, index) => index + 1);
      const mostTelling = boundaries.findIndex((each) => telling.test(each)) + 1;
      const kills = tier === "sample" ? [mostTelling] : chosenOf(all, all.length);
      const before = await prepare(crashCase);
      const failures: string[] = [];
      for (const killAt of kills) {
        const { signal, image } = await child(crashCase, before, killAt);
        expect(signal).toBe("SIGKILL");
        const findings = await takeUp(unbroken, { boundary: `${killAt}: ${boundaries[killAt - 1]}`, image });
        failures.push(...findings.failures);
      }
      expect(failures).toEqual([]);
    },
    600_000,
  );
});

/** A process of its own that is killed at a boundary: by what it ended, and what it left. */
async function child(
  { operationMs, command }: CrashCase,
  before: CrashImage,
  killAt: number,
): Promise<{ readonly signal: string | null; readonly image: CrashImage }> {
  const dir = restoreImage(before);
  try {
    const { now, drawn, pid, host } = before.next;
    const signal = await signalOf({ dir, birth: before.next, operationMs, command, killAt });
    // How far the other's clock and ids had come is lost with it.
    return { signal, image: takeImage(dir, { now: now + 10_000, drawn: drawn + 100_000, pid: pid + 1, host }) };
  } finally {
    removeDirectory(dir);
  }
}

function signalOf(order: ChildOrder): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const program = fileURLToPath(new URL("child.ts", import.meta.url));
  const started = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: "ignore",
    env: { ...process.env, NODE_COMPILE_CACHE: join(cache, "modules") },
  });
  started.once("error", reject);
  started.once("close", (_, signal) => resolve(signal));
  return promise;
}
