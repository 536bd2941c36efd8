import { expect, test } from "vitest";
import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";
import type { Driver } from "../../../engine/ports/driver.ts";
import { paced } from "../../../providers/pacing/paced.ts";
import { client, declared, plan, type TestDeployment, testDeployment } from "../deployment.fixture.ts";
import { runPlan } from "./run-events.fixture.ts";

/** A vendor that throttles every write, and a clock on which nothing but waits takes time. */
function throttling(): TestDeployment {
  const around = (driver: Driver): Driver =>
    paced(
      { ...driver, write: async () => ({ kind: "throttled", detail: "too many requests", retryAfterMs: null }) },
      { clock: { now: () => 0, sleep: async () => {} }, random: () => 0.5 },
    );
  return testDeployment({ around });
}

test.each([
  ["its provider says", { retryFor: "20s" }, undefined, "(20 s)"],
  ["the run says, before its provider", { retryFor: "20s" }, 30_000, "(30 s)"],
  ["is usual", {}, undefined, "(10 min)"],
])("a step waits as long as %s", async (_, more, retryForMs, told) => {
  const world = throttling();
  const providers = { google: { kind: "google", project: "acme", ...more } };
  const digest = await plan(world, declared({ portal: client() }, { providers }));
  const events: RunEvent[] = [];
  const { signal } = new AbortController();
  const request = { stack: "dev", plan: digest, parallel: 1, retryForMs };
  for await (const event of runPlan(request, world, signal)) events.push(event);
  expect(events.at(-1)).toMatchObject({
    status: "failed",
    problems: [{ code: "platform-unavailable", detail: expect.stringContaining(told) }],
  });
});
