import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type Hop, hopsOfPlan, hopsTable } from "./plan-hops.ts";

/**
 * Each is a stop for who reads, or steps, from the command to the platform: what has no job of its own is not to be
 * one.
 */
const [mostFunctions, mostFiles] = [22, 14];

let hops: readonly Hop[];

beforeAll(async () => {
  hops = await hopsOfPlan();
});

test("the way from `plumb plan` to the driver's read is short, and whole", () => {
  expect(hops[0]).toEqual({ file: "src/cli/run-command.ts", name: "runCommand" });
  expect(hops.at(-1)).toEqual({ file: "src/providers/google/google-driver.ts", name: "read" });
  expect(hops.length).toBeLessThanOrEqual(mostFunctions);
  expect(new Set(hops.map(({ file }) => file)).size).toBeLessThanOrEqual(mostFiles);
});

test("ARCHITECTURE.md shows that way: `npm run generate` writes it anew", () => {
  const text = readFileSync(new URL("../../ARCHITECTURE.md", import.meta.url), "utf8");
  expect(text).toContain(`<!-- generated: hops -->\n${hopsTable(hops)}<!-- end -->\n`);
});
