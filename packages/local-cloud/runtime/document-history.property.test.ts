import fc from "fast-check";
import { expect, test } from "vitest";
import { LocalStorage } from "./local-storage.ts";
import type { Documents } from "./local-vendor.ts";

const keys = ["a", "a/b", "b", "c"];

/** One effective write: the changes that it makes together, and how much later it comes than the one before. */
const change = fc.record({ key: fc.constantFrom(...keys), value: fc.option(fc.nat(9)) });
const write = fc.record({ changes: fc.array(change, { maxLength: 3 }), laterMs: fc.nat(2) });

function everything(documents: Documents): unknown {
  const listed = documents.list("x").map(({ key, document }) => [key, document["value"]]);
  const scanned = [...documents.scan("x", "", "")].map(({ key, document }) => [key, document["value"]]);
  const below = [...documents.scan("x", "a", "a")].map(({ key }) => key);
  const single = keys.flatMap((key) => {
    const document = documents.get("x", key);
    return document === undefined ? [] : [[key, document["value"]]];
  });
  expect(scanned).toEqual(listed);
  expect(single).toEqual(listed);
  expect(below).toEqual(listed.map(([key]) => key).filter((key) => String(key).startsWith("a") && String(key) > "a"));
  return listed;
}

test("documents as of any past write or moment are what they were then", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 12 }), (writes) => {
      const storage = new LocalStorage(":memory:");
      try {
        const present = storage.documents("v");
        let at = 0;
        const states: { readonly at: number; readonly seen: unknown }[] = [{ at: -1, seen: everything(present) }];
        for (const [index, { changes, laterMs }] of writes.entries()) {
          at += laterMs;
          const documents = storage.history.remembering(present, "v", () => ({ at, write: index + 1 }));
          for (const { key, value } of changes) {
            if (value === null) documents.delete("x", key);
            else documents.put("x", key, { value });
          }
          states.push({ at, seen: everything(present) });
        }
        for (const [index, { seen }] of states.entries()) {
          const then = storage.history.asOf(present, "v", { kind: "write", seq: index + 1 });
          expect(everything(then)).toEqual(seen);
        }
        for (let moment = -1; moment <= at; moment += 1) {
          const last = states.findLast((state) => state.at <= moment);
          const then = storage.history.asOf(present, "v", { kind: "time", at: moment });
          expect(everything(then)).toEqual(last?.seen);
        }
      } finally {
        storage.close();
      }
    }),
    { numRuns: 60 },
  );
});
