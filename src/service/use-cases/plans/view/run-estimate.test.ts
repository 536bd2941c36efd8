import { expect, test } from "vitest";
import type { Step } from "../../../../engine/plan/plan.ts";
import { callsAtOnce, runEstimate } from "./run-estimate.ts";

const provider = { ref: "main", kind: "google", cloudId: "c", configDigest: "d", config: {} };
const read = (id: string, needs: readonly string[], kind = "google"): Step => ({
  ...{ kind: "read", action: "read", id, address: id, type: "t", apiVersion: "v1", needs, fields: [] },
  ...{ provider: { ...provider, kind }, ask: { kind: "lookup", arguments: {} }, result: null },
});

test("calls are counted by vendor, and wait for one another or for the limit of calls at once", () => {
  const many = Array.from({ length: callsAtOnce * 3 }, (_, index) => read(`g${index}`, []));
  expect(runEstimate({ steps: [...many, read("a", [], "azure")] })).toEqual({
    calls: [
      { vendor: "google", calls: callsAtOnce * 3 },
      { vendor: "azure", calls: 1 },
    ],
    atLeastMs: 1_500,
  });
  expect(runEstimate({ steps: [read("a", []), read("b", ["a"]), read("c", ["b"]), read("d", [])] }).atLeastMs).toBe(
    1_500,
  );
  expect(runEstimate({ steps: [] })).toEqual({ calls: [], atLeastMs: 0 });
});
