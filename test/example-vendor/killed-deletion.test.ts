import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { EighthWorld } from "./world.ts";

const made = "POST northwind/v1/keys";
const marked = "PATCH northwind/v1/keys/{keyId}";
const purged = "POST northwind/v1/keys/{keyId}:purge";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "plumb-vendor-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function inWorld<T>(laterMs: number, work: (world: EighthWorld) => Promise<T>): Promise<T> {
  const world = new EighthWorld({ dir, laterMs });
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

/** By which signal a process ended that destroys the stack. */
function killed(call: string, when: "before" | "after"): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const program = fileURLToPath(new URL("killed-child.ts", import.meta.url));
  const started = spawn(process.execPath, [program, dir, call, when], { stdio: "ignore" });
  started.once("error", reject);
  started.once("close", (_, signal) => resolve(signal));
  return promise;
}

const boundaries = [
  ["the mark is made and not answered", "PATCH /northwind", "after"],
  ["the mark is noted and the purge is not sent", ":purge", "before"],
] as const;

test.each(boundaries)("a deletion that is killed when %s is resumed, with no call twice", async (_, call, when) => {
  await inWorld(0, (world) => world.up({ invoices: { keyName: "invoices" } }));
  expect(await killed(call, when)).toBe("SIGKILL");
  await inWorld(120_000, async (world) => {
    expect(await world.writes()).toEqual([made, marked]);
    const { runs } = await world.ask<{ readonly runs: readonly JsonObject[] }>("GET", "runs");
    const open = String(runs[0]?.["run"]);
    await world.ask("POST", `runs/${open}:resume`, {});
    await world.ended(open);
    expect(await world.writes()).toEqual([made, marked, purged]);
    expect(await world.ask("GET", "resources")).toMatchObject({ resources: [] });
  });
});

test("a key whose deletion is killed after the purge is known to be gone by the next up, which makes another", async () => {
  const invoices = { keyName: "invoices" };
  await inWorld(0, (world) => world.up({ invoices }));
  expect(await killed(":purge", "after")).toBe("SIGKILL");
  await inWorld(120_000, async (world) => {
    expect((await world.up({ invoices })).plan.steps).toMatchObject([{ action: "create" }]);
    expect(await world.writes()).toEqual([made, marked, purged, made]);
  });
});

test("a key whose deletion is killed between its calls is taken into use again by the next up", async () => {
  const invoices = { keyName: "invoices" };
  await inWorld(0, (world) => world.up({ invoices }));
  expect(await killed(":purge", "before")).toBe("SIGKILL");
  await inWorld(120_000, async (world) => {
    expect((await world.up({ invoices })).plan.steps).toMatchObject([{ action: "update" }]);
    expect(await world.writes()).toEqual([made, marked, marked]);
  });
});
