import { rmSync } from "node:fs";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { neededEntries } from "../vendor-interfaces/call-ledger.ts";
import type { Vendor } from "../vendor-interfaces/reply.ts";
import { notesOf } from "./client-ledger.ts";

/**
 * That the vendor's own clients have sent every call that the drivers need and were answered in every way that it can
 * be answered. What only Python's client can send is named: it is left out, with the reason told, where there is no
 * Python.
 */
export function clientCoverage(vendor: Vendor, onlyPython: (entry: string) => boolean): void {
  const [javascript, python] = [notesOf("javascript"), notesOf("python")];
  const needed = neededEntries(vendor);

  afterAll(() => rmSync(process.env["PLUMB_WIRE_LEDGER"] ?? "", { recursive: true, force: true }));

  test("official clients have sent every call that the drivers need", () => {
    const due = needed.filter((entry) => python.missing === undefined || !onlyPython(entry));
    const lacking = due.filter((entry) => !javascript.entries.has(entry) && !python.entries.has(entry));
    expect(lacking).toEqual([]);
  });

  test("JavaScript's clients have sent all that they can", () => {
    const due = needed.filter((entry) => !onlyPython(entry));
    expect(due.filter((entry) => !javascript.entries.has(entry))).toEqual([]);
  });

  const pythons = needed.filter(onlyPython);
  if (pythons.length === 0) return;
  test("Python's client has sent what is left to it", ({ skip }) => {
    if (python.missing !== undefined) skip(python.missing);
    expect(pythons.filter((entry) => !python.entries.has(entry))).toEqual([]);
  });
}
