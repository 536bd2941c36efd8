import { expect, test } from "vitest";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import { PutOffSteps } from "./put-off-steps.ts";

const about = {
  at: "1970-01-01T00:00:00.000Z",
  step: "a",
  name: "a",
  type: "connectors:EndpointAttachment",
  action: "create",
  attempt: 2,
} as const;
const call = (method: string, status?: number): RunEvent => ({
  ...{ event: "call", ...about, method, host: "h", durationMs: 3 },
  ...(status === undefined ? {} : { status }),
});
const retry = (why: "throttled" | "unknown"): RunEvent => ({ event: "retrying", ...about, why, afterMs: 1_000 });

const steps = (...events: readonly RunEvent[]) => {
  const known = new PutOffSteps();
  for (const event of events) known.note(event);
  return known;
};

test("a step whose only call was turned away waits, and has nothing in flight", () => {
  expect(steps(call("POST", 429), retry("throttled")).waits("a", 999)).toBe(true);
});

test.each([
  ["whose wait is over", 1_000, [call("POST", 429), retry("throttled")]],
  [
    "an earlier call of which was not answered",
    0,
    [call("POST"), retry("unknown"), call("POST", 429), retry("throttled")],
  ],
  [
    "whose change was answered, and whose read was turned away",
    0,
    [call("POST", 200), call("GET", 429), retry("throttled")],
  ],
  ["that was answered otherwise meanwhile", 0, [call("POST", 429), retry("throttled"), call("POST", 500)]],
  ["of which nothing is told", 0, []],
] as const)("a step %s may have something in flight", (_, ms, events) => {
  expect(steps(...events).waits("a", ms)).toBe(false);
});
