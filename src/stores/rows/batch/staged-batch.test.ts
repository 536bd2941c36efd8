import { describe, expect, test } from "vitest";
import { inOneTurn } from "../../../../packages/base/turns.ts";
import type { JournalEntry, RecordEffect } from "../../../engine/state/journal.ts";
import { recordOf } from "../../../engine/state/records/record.fixture.ts";
import type { Claim } from "../../../engine/state/snapshot.ts";
import { newStackHead } from "../stack-head.ts";
import { noRows } from "./known-rows.ts";
import { TextBatch } from "./text-batch.ts";
import { type Texts, textForm } from "./text-rows.ts";

const form = textForm("dev", { add: () => {}, keep: () => {}, takeBack: () => {} }, JSON.stringify);
const places = { last: 7, sumOf: ({ seq, prior }: { readonly seq: number; readonly prior: number }) => seq + prior };

function put(uid: string, claimKey = `claim ${uid}`): RecordEffect {
  return { kind: "put", record: recordOf(`at-${uid}`, { uid }), claimKey };
}

function gone(uid: string): RecordEffect {
  return { kind: "remove", uid, generation: 1, claimKey: `claim ${uid}` };
}

function result(...effects: readonly RecordEffect[]): JournalEntry {
  return { kind: "result", run: "r1", step: "s", intentSeq: null, outcome: "done", detail: "", effects };
}

/** A stack with the records `a` and `b`, beside one that claims `theirs`. */
function batchOver() {
  const known = noRows<Texts>();
  for (const uid of ["a", "b"]) {
    known.records.set(`${uid}.1`, form.record(`${uid}.1`, recordOf(`at-${uid}`, { uid })));
    known.claims.set(`claim ${uid}`, form.claim({ claimKey: `claim ${uid}`, stack: "dev", uid, address: `at-${uid}` }));
  }
  const theirs: Claim = { claimKey: "theirs", stack: "prod", uid: "p", address: "at-p" };
  known.claims.set("theirs", form.claim(theirs));
  const head = { ...newStackHead("dev"), serial: 4, journalSeq: 5, journalSum: 100, brief: { records: 2 } };
  return { batch: new TextBatch(head, known, places), theirs };
}

describe("a staged batch", () => {
  test("tells which rows come, change and go, and counts the records", () => {
    const { batch } = batchOver();
    expect(batch.append([result(put("c"), gone("b"))])).toBe(5);
    expect(batch.records.written().map(({ key, isNew }) => [key, isNew])).toEqual([["c.1", true]]);
    expect(batch.records.removed()).toEqual(["b.1"]);
    expect(batch.claims.written().map(({ key }) => key)).toEqual(["claim c"]);
    expect(batch.claims.removed()).toEqual(["claim b"]);
    expect(batch.brief.records).toBe(2);
  });

  test("chains its rows behind the one that the head knows, in the places after the last one", () => {
    const { batch } = batchOver();
    batch.append([result(put("c"))]);
    batch.append([result(put("d"))]);
    expect(batch.journal.map(({ seq, serial, prior, sum }) => [seq, serial, prior, sum])).toEqual([
      [8, 5, 100, 108],
      [9, 6, 108, 117],
    ]);
    expect(batch.head()).toMatchObject({ serial: 6, journalSeq: 9, journalSum: 117, brief: { records: 4 } });
  });

  test("keeps nothing of who is refused, and goes on with the next one", () => {
    const { batch, theirs } = batchOver();
    expect(batch.append([result(put("c")), result(put("d", "theirs"))])).toEqual(theirs);
    const doubled: RecordEffect = { kind: "put", record: recordOf("at-e", { uid: "f" }), claimKey: "claim f" };
    expect(() => batch.append([result(put("e"), doubled)])).toThrow("two current records would be at at-e");
    expect(batch.append([result(put("g"))])).toBe(5);
    expect(batch.journal.map(({ seq }) => seq)).toEqual([8]);
    expect(batch.records.written().map(({ key }) => key)).toEqual(["g.1"]);
  });

  test("refuses to sign a damaged claim anew, and lets one go", () => {
    const { batch } = batchOver();
    const damaged = { ...form.claim({ claimKey: "claim a", stack: "dev", uid: "a", address: "at-a" }), sum: 1 };
    batch.claims.set("claim a", damaged);
    batch.claims.keep();
    expect(() => batch.append([result(put("a"))])).toThrow("the claim claim a disagrees with its checksum");
    expect(batch.append([result(gone("a"))])).toBe(5);
    expect(batch.claims.removed()).toEqual(["claim a"]);
  });

  test("takes a claim from its holder where entries are written once more, also twice in one entry", () => {
    const { batch, theirs } = batchOver();
    const taken: Claim[] = [];
    inOneTurn(batch.replayInParts([result(put("c", "theirs"), put("d", "theirs"))], (claim) => taken.push(claim)));
    expect(taken).toEqual([theirs, { claimKey: "theirs", stack: "dev", uid: "c", address: "at-c" }]);
    expect(batch.claims.written().map(({ row }) => [row.stack, row.uid])).toEqual([["dev", "d"]]);
  });
});
