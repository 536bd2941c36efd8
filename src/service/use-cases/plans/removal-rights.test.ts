import { expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Action } from "../../../contract/action.ts";
import type { Authority } from "../../access/authority.ts";
import { RunDispatcher } from "../../background/run-dispatcher.ts";
import { declared, testDeployment } from "../deployment.fixture.ts";
import { succeeded } from "../direct/operation.fixture.ts";
import { createObject, updateObject } from "../direct/write-objects.ts";
import { runPlan } from "../runs/run-events.fixture.ts";
import { planOfKind } from "./plan-of-kind.ts";

const type = "compute:ReservationIamMember";
const member = { name: "wave-1", role: "roles/compute.viewer", member: "user:ann@acme.example" };
const other = { ...member, role: "roles/compute.admin" };

async function carriedOut(plan: string, world: ReturnType<typeof testDeployment>) {
  const request = { stack: "dev", plan, parallel: 1 };
  for await (const event of runPlan(request, world, new AbortController().signal))
    if (event.event === "summary") return event;
  throw new Error("no summary");
}

test("an update that lets an object go takes the right to delete, when planned and when carried out", async () => {
  const world = testDeployment();
  const planned = (properties: JsonObject, deployment: typeof world) =>
    planOfKind(
      { kind: "apply", stack: "dev", declaration: declared({ it: { type, properties } }), refresh: true },
      deployment,
    );
  await carriedOut((await planned(member, world)).digest, world);
  const asked: Action[] = [];
  const authority: Authority = {
    ...world.authority,
    decide: (action) => {
      asked.push(action);
      return action === "resource:delete"
        ? { kind: "denied", why: "nothing is deleted here", policies: ["none"] }
        : { kind: "allowed" };
    },
  };
  const limited = { ...world, authority };
  const refused = await planned(other, limited);
  expect(refused.problems).toMatchObject([{ code: "not-permitted", address: "it", severity: "error" }]);
  expect(asked).toContain("resource:update");
  const { digest } = await planned(other, world);
  const summary = await carriedOut(digest, limited);
  expect(summary).toMatchObject({ status: "failed", update: 0, delete: 0, problems: [{ code: "not-permitted" }] });
});

test("an object that is managed by itself is not changed into another one", async () => {
  const world = testDeployment();
  const desk = { deployment: world, runs: new RunDispatcher({ deployment: world, serves: false }) };
  const provider = { kind: "google" as const, project: "acme", region: "here", zone: "here-b" };
  const patience = { waitMs: 10_000, signal: new AbortController().signal };
  const made = await createObject({ type, provider, properties: member, options: {} }, desk, patience);
  const id = succeeded(made).object?.id ?? "";
  const update = { type, id, provider, properties: other, options: null, expected: { kind: "anything" as const } };
  await expect(updateObject(update, desk, patience)).rejects.toMatchObject({ problems: [{ code: "takes-another" }] });
  expect(await world.writes()).toHaveLength(1);
});
