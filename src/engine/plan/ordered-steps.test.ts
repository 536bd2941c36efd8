import { expect, test } from "vitest";
import { orderedSteps } from "./ordered-steps.ts";
import type { MoveStep } from "./plan.ts";

const step = (id: string): MoveStep => ({
  ...{ kind: "move", action: "move", id, address: id, type: "t", apiVersion: "1", needs: [], fields: [] },
  ...{ movedFrom: "z", uid: "u", identity: { id, claim: id, variables: {} } },
  provider: { ref: "p", kind: "google", cloudId: "c", configDigest: "d", config: {} },
});

test("steps are sorted by id", () => {
  expect(orderedSteps([step("b"), step("a"), step("a~u~1")]).map(({ id }) => id)).toEqual(["a", "a~u~1", "b"]);
});

test("no two steps have one id", () => {
  expect(() => orderedSteps([step("b"), step("a"), step("b")])).toThrow(/ b$/);
});
