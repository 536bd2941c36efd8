import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordEffect, StepResult } from "../../engine/state/journal.ts";
import { recordOf } from "../../engine/state/records/record.fixture.ts";
import { documentWriter, entryText } from "./document-writer.ts";

/** Some look like the parts that an entry is put together of. */
const texts = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom('"record":0', '\\"record\\":0', '{"record":0}'));

const effects: fc.Arbitrary<RecordEffect> = fc.oneof(
  fc.record({
    kind: fc.constant("put" as const),
    record: fc
      .record({ address: texts, outputs: fc.dictionary(texts, texts) })
      .map((some) => ({ ...recordOf("a"), ...some })),
    claimKey: texts,
  }),
  fc.record({ kind: fc.constant("remove" as const), uid: texts, generation: fc.nat(), claimKey: fc.option(texts) }),
);

const results: fc.Arbitrary<StepResult> = fc.record(
  {
    ...{ kind: fc.constant("result" as const), run: texts, step: texts, intentSeq: fc.option(fc.nat()) },
    ...{ outcome: fc.constantFrom("done" as const, "failed" as const), detail: texts },
    ...{ effects: fc.array(effects, { maxLength: 2 }), ends: fc.constant(true as const) },
  },
  { requiredKeys: ["kind", "run", "step", "intentSeq", "outcome", "detail", "effects"] },
);

test("an entry's text is that of JSON.stringify, and so is that of the record it puts", () => {
  fc.assert(
    fc.property(results, (entry) => {
      const write = documentWriter();
      expect(entryText(entry, write)).toBe(JSON.stringify(entry));
      for (const effect of entry.effects)
        if (effect.kind === "put") expect(write(effect.record)).toBe(JSON.stringify(effect.record));
    }),
  );
});

test("a record that an entry puts is written out once", () => {
  let written = 0;
  const record = { ...recordOf("a"), toJSON: () => (written += 1) };
  const entry: StepResult = {
    ...{ kind: "result", run: "r", step: "a", intentSeq: 1, outcome: "done", detail: "" },
    effects: [{ kind: "put", record, claimKey: "c" }],
  };
  const write = documentWriter();
  entryText(entry, write);
  write(record);
  expect(written).toBe(1);
});
