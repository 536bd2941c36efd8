import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { emulatorCodes, vendors } from "./emulator-codes.ts";
import { type PlayedWay, playWay } from "./play-way.ts";
import { unreached, type Way, ways } from "./ways.ts";

/*
 * Each code with which the emulator refuses is reached by a declaration that is played here, and told of before the
 * run wherever something could know of it; or a line says why no declaration comes to it. The table of all is
 * refusal-codes.md: UPDATE_GOLDEN=1 writes it anew.
 */

const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const file = join(import.meta.dirname, "refusal-codes.md");
const played = new Map<Way, PlayedWay>();

test.each(ways.map((way) => [way.by, way] as const))("reached by %s, and told in time", async (_, way) => {
  const found = await playWay(way);
  played.set(way, found);
  for (const code of way.codes) expect([...found.codes].map((each) => each.split(" ")[1])).toContain(code);
  if (typeof way.told === "string") expect(found.told).toBe(way.told);
});

test("every code is reached, or a line says why it can't be", () => {
  const codes = emulatorCodes();
  const reached = new Set([...played.values()].flatMap((each) => [...each.codes]));
  const isExplained = (vendor: string, code: string) => Object.hasOwn(unreached[vendor] ?? {}, code);
  const all = codes.map(({ vendor, code }) => `${vendor} ${code}`);
  expect(codes.length).toBeGreaterThan(40);
  expect(all.filter((each) => !reached.has(each) && !isExplained(...pair(each)))).toEqual([]);
  const explained = vendors.flatMap((vendor) =>
    Object.keys(unreached[vendor] ?? {}).map((code) => `${vendor} ${code}`),
  );
  expect(explained.filter((each) => reached.has(each) || !all.includes(each))).toEqual([]);
  expect([...reached].filter((each) => !all.includes(each))).toEqual([]);
});

test("the table tells how each is reached", () => {
  const rows = emulatorCodes().map(({ vendor, code }) => `| ${vendor} | \`${code}\` | ${howReached(vendor, code)} |`);
  const text = [
    "# Refusals of the emulator",
    "",
    "Each code with which the emulator refuses, the declaration that comes to it, and who tells of it before the run.",
    "`refusal-codes.test.ts` plays them, and writes this file with `UPDATE_GOLDEN=1`.",
    "",
    "| vendor | code | reached by (told by) |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  if (isUpdate) writeFileSync(file, text);
  expect(existsSync(file), "refusal-codes.md is missing; UPDATE_GOLDEN=1 makes it").toBe(true);
  expect(readFileSync(file, "utf8")).toBe(text);
});

function howReached(vendor: string, code: string): string {
  const found = ways.filter((way) => way.codes.includes(code) && played.get(way)?.codes.has(`${vendor} ${code}`));
  if (found.length === 0) return `never: ${unreached[vendor]?.[code] ?? "?"}`;
  return found.map(({ by, told }) => `${by} (${typeof told === "string" ? told : `the run: ${told.why}`})`).join("; ");
}

function pair(each: string): [string, string] {
  const [vendor = "", code = ""] = each.split(" ");
  return [vendor, code];
}
