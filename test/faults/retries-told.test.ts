import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../packages/base/json/json.ts";
import type { RunEvent } from "../../src/contract/documents/runs/run-events.ts";
import type { RunStepRow } from "../../src/contract/documents/runs/runs.ts";
import { InProcess } from "../scenarios/in-process.ts";

const declaration = `name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: [https://acme.example/back]
      allowedScopes: [https://www.googleapis.com/auth/cloud-platform]
  gateway:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: gateway
      serviceAttachment: projects/p/regions/r/serviceAttachments/s
      description: "\${portal.name}"
`;

const busy: Json = { kind: "status", status: 429, retryAfterSeconds: 2 };
/** The first creation is that of `portal`, which `gateway` needs. */
const creation = { vendor: "google", method: "POST" };

let world: InProcess;
beforeEach(() => {
  world = new InProcess({}, { time: "moves" });
});
afterEach(() => world.close());

async function faults(...rules: readonly Json[]): Promise<void> {
  const added = await world.wire("POST", "_local/faults", [...rules]);
  if (!added.ok) throw new Error(await added.text());
}

const ofPortal = (events: readonly RunEvent[]) => events.filter((event) => "name" in event && event.name === "portal");

async function stepsOf(run: string): Promise<readonly RunStepRow[]> {
  const path = `/v1/projects/test/stacks/dev/runs/${run}/steps`;
  const answer = await world.ask<{ readonly steps: readonly RunStepRow[] }>("GET", path);
  if (!answer.ok) throw new Error(answer.value.detail);
  return answer.value.steps;
}

const ms = (one: string | null | undefined, other: string | null | undefined) =>
  Date.parse(other ?? "") - Date.parse(one ?? "");

describe("a creation that is answered twice with 429 and Retry-After 2", () => {
  test("is told in the events: each call, each retry, each wait, and when", async () => {
    await faults({ match: { ...creation, nth: 1 }, fault: busy }, { match: { ...creation, nth: 2 }, fault: busy });
    const { events, summary } = await world.up(declaration);
    const told = ofPortal(events);
    expect(told.every((event) => event.event !== "summary" && "step" in event && event.step === "portal")).toBe(true);
    const call = { event: "call", method: "POST", host: "cloud.plumbline.local" };
    const waits = told.flatMap((event) => (event.event === "retrying" ? [event.afterMs] : []));
    // Not before the time that the platform names, and spread out after it.
    expect(waits.every((wait) => wait >= 2000 && wait < 3000)).toBe(true);
    expect(told.filter((event) => event.event !== "call" || event.method === "POST")).toMatchObject([
      { event: "step", phase: "started", attempt: 1 },
      { ...call, status: 429, attempt: 1 },
      { event: "retrying", why: "throttled", status: 429, attempt: 2 },
      {
        event: "step",
        phase: "waiting",
        attempt: 2,
        why: "throttled",
        platform: "Google",
        detail: expect.stringMatching(/rate limited, again in [23] s/),
      },
      { ...call, status: 429, attempt: 2 },
      { event: "retrying", why: "throttled", status: 429, attempt: 3 },
      { event: "step", phase: "waiting", attempt: 3 },
      { ...call, status: 200, attempt: 3 },
      { event: "step", phase: "done", attempt: 3 },
    ]);
    const [first, last] = [told[0], told.at(-1)];
    const tookMs = ms(first?.at, last?.at);
    expect(tookMs).toBeGreaterThanOrEqual(4000);
    expect(last).toMatchObject({ durationMs: tookMs });
    const [waiting] = told.filter((event) => event.event === "step" && event.phase === "waiting");
    expect(waiting).toMatchObject({ since: waiting?.at });
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at = "" }) => at).toSorted());
    expect(summary).toMatchObject({ status: "done", at: events.at(-2)?.at });
    expect(summary.durationMs).toBe(ms(events[0]?.at, summary.at));
  });

  test("is told by the run itself: how often, how long, and what went before", async () => {
    await faults({ match: { ...creation, nth: 1 }, fault: busy }, { match: { ...creation, nth: 2 }, fault: busy });
    const { summary } = await world.up(declaration);
    const [portal, gateway] = await stepsOf(summary.run);
    expect(portal).toMatchObject({ step: "portal", needs: [], attempts: 3 });
    expect(portal?.waitedMs).toBeGreaterThanOrEqual(4000);
    expect(ms(portal?.at, portal?.endedAt)).toBeGreaterThanOrEqual(4000);
    expect(gateway).toMatchObject({ step: "gateway", needs: ["portal"] });
    expect(gateway).not.toHaveProperty("attempts");
    expect(gateway?.at).toBe(portal?.endedAt);
  });
});

test("a call without an answer is told without a status", async () => {
  await faults({ match: { ...creation, nth: 1 }, fault: { kind: "reset-before" } });
  const { events, summary } = await world.up(declaration);
  const told = ofPortal(events);
  const [call] = told.filter((event) => event.event === "call" && event.method === "POST");
  expect(call).not.toHaveProperty("status");
  expect(told).toContainEqual(expect.objectContaining({ event: "retrying", why: "unknown", attempt: 2 }));
  expect(told.find((event) => event.event === "retrying")).not.toHaveProperty("status");
  expect(summary.status).toBe("done");
  // The engine has sent the write anew: each time is a row of its own.
  const rows = (await stepsOf(summary.run)).filter(({ name }) => name === "portal");
  expect(rows.map(({ outcome }) => outcome)).toEqual(["failed", "done"]);
  for (const row of rows) expect(row).not.toHaveProperty("attempts");
});

test("the steps of a plan tell their ids and what goes before them", async () => {
  const plan = await world.plan(declaration);
  if (!plan.ok) throw new Error(plan.value.detail);
  expect(plan.value.steps.map(({ step, needs }) => ({ step, needs }))).toEqual([
    { step: "gateway", needs: ["portal"] },
    { step: "portal", needs: [] },
  ]);
});
