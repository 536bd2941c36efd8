import { describe, expect, test } from "vitest";
import { inOneTurn } from "../../../../packages/base/turns.ts";
import type { JournalEntry, RecordEffect } from "../journal.ts";
import { replay } from "../replay.ts";
import { mendingEntry, refuseDoublesInParts } from "./one-current.ts";
import { recordOf } from "./record.fixture.ts";
import type { ResourceRecord } from "./record.ts";

const [a, b] = [recordOf("a"), recordOf("b")];
const put = (record: ResourceRecord): RecordEffect => ({ kind: "put", record, claimKey: record.identity.claim });
const remove = ({ uid, generation }: ResourceRecord): RecordEffect => ({
  kind: "remove",
  uid,
  generation,
  claimKey: null,
});
const entry = (...effects: readonly RecordEffect[]): JournalEntry => ({
  ...{ kind: "result", run: "r", step: "", intentSeq: null, outcome: "done", detail: "" },
  effects,
});

/** Appends one batch after another to a journal, as a store does. */
function append(...batches: readonly (readonly JournalEntry[])[]): readonly JournalEntry[] {
  const journal: JournalEntry[] = [];
  for (const batch of batches) {
    const { records } = replay(journal, "l");
    inOneTurn(
      refuseDoublesInParts(batch, (addresses) => records.values().filter(({ address }) => addresses.has(address))),
    );
    journal.push(...batch);
  }
  return journal;
}

describe("a batch", () => {
  const refused = "two current records would be at a";

  test("that puts a second current record at an address is refused, whichever of its entries do", () => {
    const other = { ...b, address: "a" };
    expect(() => append([entry(put(a), put(b))], [entry(put(other))])).toThrow(refused);
    expect(() => append([entry(put(a)), entry(put(other))])).toThrow(refused);
    expect(() => append([entry(put(a))], [entry(put({ ...a, generation: 2 }))])).toThrow(refused);
  });

  test("may replace, remove, supersede and swap", () => {
    append(
      [entry(put(a), put(b))],
      [entry(put({ ...a, address: "b" })), entry(put({ ...b, address: "a" }))],
      [entry(put({ ...b, address: "a", status: "superseded" }), put({ ...b, address: "a", generation: 2 }))],
      [entry(put({ ...a, address: "a" })), entry(remove({ ...b, generation: 2 }))],
    );
  });

  test("may write what stood doubled already, and no third beside it", () => {
    const standing = () => [a, { ...b, address: "a" }];
    inOneTurn(refuseDoublesInParts([entry(put({ ...a, lastRun: "r2" }))], standing));
    expect(() => inOneTurn(refuseDoublesInParts([entry(put(recordOf("a", { uid: "third" })))], standing))).toThrow(
      refused,
    );
  });
});

test("what mends a doubled address keeps both objects, and nothing is doubled any more", () => {
  const late = { ...b, address: "a", observed: { ...b.observed, at: "2026-01-02T00:00:00Z" } };
  const before = [entry(put(late), put(a))];
  const { doubled = [] } = replay(before, "l");
  expect(doubled).toEqual([late]);
  const after = replay(
    [...before, mendingEntry("r", doubled, () => late.identity.claim, "2026-01-01T00:00:00.000Z")],
    "l",
  );
  expect(after).toMatchObject({ superseded: [{ ...late, status: "superseded" }] });
  expect([...after.records]).toEqual([["a", a]]);
  expect(after.doubled).toBeUndefined();
});
