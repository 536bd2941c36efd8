import { expect, test } from "vitest";
import { driftRanks as told } from "../../../contract/documents/drift.ts";
import { driftRanks } from "../../../definitions/schema/drift/drift-meaning.ts";

test("the API tells the ranks of the definitions, in their order", () => {
  expect(told).toEqual(driftRanks);
});
