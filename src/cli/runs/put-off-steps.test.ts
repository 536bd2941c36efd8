import { expect, test } from "vitest";
import type { RunEvent } from "../../contract/documents/runs.ts";
import { PutOffSteps } from "./put-off-steps.ts";

const about = { step: "a", name: "a", type: "connectors:EndpointAttachment", action: "create", attempt: 2 } as const;
const call = (method: string, status?: number): RunEvent => ({
  ...{ event: "call", ...about, method, host: "h", durationMs: 3 },
  ...(status === undefined ? {} : { status }),
});
const retry = (why: "throttled" | "unknown"): RunEvent => ({ event: "retrying", ...about, why, afterMs: 1_000 });

const steps = (...events: readonly RunEvent[]) => {
  const clock = { ms: 0 };
  const known = new PutOffSteps(() => clock.ms);
  for (const event of events) known.note(event);
  return { clock, known };
};

test("a step whose only call was turned away waits, and has nothing in flight", () => {
  expect(steps(call("POST", 429), retry("throttled")).known.has("a")).toBe(true);
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
  const { clock, known } = steps(...events);
  clock.ms = ms;
  expect(known.has("a")).toBe(false);
});
