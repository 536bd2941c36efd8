import fc from "fast-check";
import { expect, test } from "vitest";
import { drawnEntry, entryOf } from "../../../../test/contract/store-projection.ts";
import { catalog } from "../../../definitions/resources/catalog.ts";
import { changesOf } from "./resource-history.ts";
import { TouchedBatches } from "./touched-batches.ts";

test("the batches that touch an object tell of it what the whole journal does", () => {
  const batches = fc.array(fc.array(drawnEntry, { maxLength: 4 }), { maxLength: 12 });
  fc.assert(
    fc.property(batches, (drawn) => {
      let seq = 0;
      const journal = drawn.map((entries) =>
        entries.map((each) => {
          if (each.make === "intent") seq += 1;
          return entryOf(each, "dev", seq);
        }),
      );
      const touched = new TouchedBatches();
      journal.forEach((entries, serial) => {
        for (const entry of entries) touched.note(entry, serial);
      });
      for (const uid of ["dev-0", "dev-1", "dev-2"]) {
        const about = touched.of(uid).flatMap((serial) => journal[serial] ?? []);
        expect(changesOf(uid, about, catalog)).toEqual(changesOf(uid, journal.flat(), catalog));
      }
    }),
    { numRuns: 500 },
  );
});
