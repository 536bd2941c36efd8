import { describe, expect, test } from "vitest";
import { handle, intent, result } from "../../../../test/contract/journal-samples.ts";
import { inFlightOf } from "./in-flight.ts";

describe("calls in flight of a run", () => {
  test("name a call once that the process which took the run up has sent again", () => {
    const again = { ...intent(3, "a"), epoch: 2, at: "2026-01-01T00:00:09.000Z" };
    const journal = [intent(1, "a"), intent(2, "b"), again, { ...intent(4, "b"), epoch: 2 }];
    expect(inFlightOf(journal).map(({ name, at }) => [name, at])).toEqual([
      ["at-a", "2026-01-01T00:00:09.000Z"],
      ["at-b", "2026-01-01T00:00:00.000Z"],
    ]);
  });

  test("keep the platform's own name of what it is at work on, whichever call has begun it", () => {
    const journal = [intent(1, "a"), handle(1, "operations/1"), { ...intent(2, "a"), epoch: 2 }];
    expect(inFlightOf(journal)).toMatchObject([{ isConfirmed: true, platformOperation: "operations/1" }]);
  });

  test("are each told where they ask for different things", () => {
    const journal = [intent(1, "a"), { ...intent(2, "a"), operation: "delete" as const }, intent(3, "c"), result(3)];
    expect(inFlightOf(journal).map(({ operation }) => operation)).toEqual(["create", "delete"]);
  });
});
