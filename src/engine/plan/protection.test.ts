import { expect, test } from "vitest";
import type { ExpressionLanguage } from "../expressions/expression-language.ts";
import { recordOf, stateOf } from "../state/records/record.fixture.ts";
import type { Snapshot } from "../state/snapshot.ts";
import { Planning } from "./planning.ts";
import { isProtected, onDestroyOf } from "./protection.ts";

/** A map that counts how often it is gone through. */
class Counted<K, V> extends Map<K, V> {
  looks = 0;
  override values() {
    this.looks += 1;
    return super.values();
  }
}

test("what keeps many former objects is told without going through all records for each", () => {
  const addresses = Array.from({ length: 200 }, (_, place) => `n${place}`);
  const options = { protect: true, onDestroy: "delete" } as const;
  const former = addresses.map((address) => recordOf(address, { status: "superseded", options }));
  const state = stateOf(...addresses.map((address) => recordOf(address, { generation: 2, options })));
  const records = new Counted(state.records);
  const snapshot = { state: { ...state, records, superseded: former }, moves: [] } as unknown as Snapshot;
  const planning = new Planning(
    { resources: {}, providers: {}, functions: {} },
    snapshot,
    {} as ExpressionLanguage,
    null,
  );
  for (const record of former) {
    expect(isProtected(record, planning)).toBe(true);
    expect(onDestroyOf(record, planning)).toBe("delete");
  }
  expect(records.looks).toBeLessThan(10);
});
