import { afterEach, beforeEach, expect, test } from "vitest";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import type { RunSummary } from "../../src/contract/documents/runs/run-events.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subscription } from "./base-declarations.ts";

// What an answer tells is told as such: a refusal is no call in flight, and what stood there already was not created.

let world: InProcess;
/** What is done on the wire before a call, once. */
let before: ((request: Request, localCloud: Fetch) => Promise<Response | undefined>) | null = null;

beforeEach(() => {
  before = null;
  world = new InProcess(
    {
      ...{ PLUMB_CLOUD: "vendors", GOOGLE_OAUTH_ACCESS_TOKEN: "any" },
      ARM_ACCESS_TOKEN: "any",
    },
    {
      network: async (request, localCloud) => (await before?.(request, localCloud)) ?? localCloud(request),
      time: "moves",
    },
  );
});
afterEach(() => world.close());

/** Does something right before the first call that is no read. */
function beforeTheWrite(act: (request: Request, localCloud: Fetch) => Promise<Response | undefined>): void {
  before = async (request, localCloud) => {
    if (request.method === "GET") return undefined;
    before = null;
    return act(request, localCloud);
  };
}

async function plan(text: string): Promise<PlanView> {
  const planned = await world.plan(text);
  if (!planned.ok) throw new Error(JSON.stringify(planned.value));
  return planned.value;
}

const codes = ({ status, problems }: RunSummary) => [status, ...problems.map(({ code }) => code)];

const policy = "compute/v1/projects/acme-prod/zones/europe-west1-b/reservations/wave-1";
const member = declarationOf({
  it: {
    type: "compute:ReservationIamMember",
    properties: { name: "wave-1", role: "roles/compute.viewer", member: "group:ops@acme.example" },
  },
});

async function grant(): Promise<void> {
  const seen = (await (await world.wire("GET", `${policy}/getIamPolicy`)).json()) as JsonObject;
  const bindings = [{ role: "roles/compute.viewer", members: ["user:bob@acme.example"] }];
  await world.wire("POST", `${policy}/setIamPolicy`, { policy: { ...seen, bindings } });
}

test("a refused version is no call in flight, neither at the end of the run nor in the next plan", async () => {
  beforeTheWrite(async () => void (await grant()) as undefined);
  const { summary } = await world.up(member);
  expect(codes(summary)).toEqual(["failed", "stale-plan"]);
  expect(summary.problems[0]?.detail).toContain("roles/compute.viewer to user:bob@acme.example");
  expect(summary.inFlight ?? []).toEqual([]);
  const run = await world.ask<JsonObject>("GET", `/v1/projects/test/stacks/dev/runs/${summary.run}`);
  expect(run.ok && run.value["inFlight"]).toEqual([]);
  expect(run.ok && run.value["stepCounts"]).toEqual({ done: 0, failed: 1, open: 0 });
  const next = await plan(member);
  expect(next.inFlight ?? []).toEqual([]);
  expect(next.problems.map(({ code }) => code)).toEqual(["bindings-lost"]);
  expect(codes((await world.run(next.digest)).summary)).toEqual(["done"]);
});

test("nor is a refused update of what is recorded", async () => {
  await world.up(member);
  beforeTheWrite(async () => void (await grant()) as undefined);
  const { summary } = await world.up(member.replace("group:ops", "group:team"));
  expect(codes(summary)).toEqual(["failed", "stale-plan"]);
  expect(summary.inFlight ?? []).toEqual([]);
});

const collectorPath =
  `subscriptions/${subscription}/resourceGroups/rg-migration/providers/Microsoft.Migrate/assessmentProjects` +
  "/assessment/servercollectors/fixed?api-version=2019-10-01";
const collector = declarationOf({
  it: {
    type: "migrate:ServerCollector",
    properties: {
      resourceGroupName: "rg-migration",
      projectName: "assessment",
      serverCollectorName: "fixed",
      properties: { discoverySiteId: "/sites/ours" },
    },
  },
});
const theirs = { properties: { discoverySiteId: "/sites/theirs" } };

test("a collector that somebody makes while ours is under way is not told as created", async () => {
  beforeTheWrite(async () => void (await world.wire("PUT", collectorPath, theirs)) as undefined);
  const { summary, steps } = await world.up(collector);
  expect(codes(summary)).toEqual(["failed", "already-exists"]);
  expect(summary.create).toBe(0);
  expect(steps).toMatchObject([{ phase: "failed", problem: { code: "already-exists", address: "it" } }]);
  expect(summary.inFlight ?? []).toEqual([]);
  // The platform refused the creation (`If-None-Match: *`), and so it is theirs, untouched.
  expect((await plan(collector)).problems.map(({ code }) => code)).toEqual(["already-exists"]);
  expect(await (await world.wire("GET", collectorPath)).json()).toMatchObject(theirs);
});

test("a plan says what a run will do about an object that may be somebody else's", async () => {
  const unanswered: Fetch = async () => {
    throw Object.assign(new TypeError("the line went dead"), { cause: { code: "ECONNRESET" } });
  };
  let isDark = false;
  before = async (request) => {
    if (request.method !== "GET") isDark = true;
    return isDark ? unanswered(request) : undefined;
  };
  expect(codes((await world.up(collector)).summary)).toEqual(["failed", "outcome-unknown"]);
  before = null;
  await world.wire("PUT", collectorPath, theirs);
  const next = await plan(collector);
  expect(next.summary).toMatchObject({ adopt: 0, create: 0 });
  expect(next.steps).toMatchObject([{ name: "it", blocked: true }]);
  expect(next.problems.map(({ code }) => code)).toEqual(["branch-stops"]);
  expect(codes((await world.run(next.digest)).summary)).toEqual(["failed", "not-provably-ours"]);
});
