import { beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { Plan } from "../../../engine/plan/plan.ts";
import { client, declared, plan, run, testDeployment, up } from "../deployment.fixture.ts";
import { findPlan } from "../plans/kept-plans.ts";
import { planOfKind } from "../plans/plan-of-kind.ts";
import { collector, gateway } from "../undo/undo-world.fixture.ts";
import { type AskedRound, beyondApproval } from "./rounds.ts";

const waits = { address: "a", why: "known after b is made", allowedActions: ["create"] } as const;

async function planned(more: Partial<Plan>): Promise<Plan> {
  const world = testDeployment();
  const found = await findPlan("dev", await plan(world, declared({ a: gateway("a") })), world);
  if (found === null) throw new Error("there is no plan");
  return { ...found.plan, ...more };
}

test("a run asks before it goes on for ever", async () => {
  const approved = await planned({ deferred: [waits], round: 100 });
  expect(beyondApproval(approved, await planned({ round: 100 }))).toEqual([]);
  expect(beyondApproval(approved, await planned({ round: 101 }))).toMatchObject([{ code: "approval-needed" }]);
});

describe("a program's round", () => {
  // As programs give it: what is computed of `a` is not known yet, and nothing else says that `b` leans on it.
  const program = (id: string, labels: JsonObject | null, description = "x-${a.clientId}") => {
    const b = gateway("gate", { description, labels: labels ?? { n: null } });
    const given = declared({ a: client({ oauthClientId: id }), b });
    const unknown = { "/resources/b/properties/labels/n": "computed from `a.clientId`" };
    const document = { ...(JSON.parse(given.text) as JsonObject), ...(labels === null ? { unknown } : {}) };
    return { ...given, text: JSON.stringify(document) };
  };
  const asked = (declaration: ReturnType<typeof program>, round: AskedRound) =>
    planOfKind({ kind: "apply", stack: "dev", refresh: true, declaration, round }, world);
  let world = testDeployment();
  beforeEach(() => {
    world = testDeployment();
  });

  test("the former object of a replacement goes with the round that lets it, and puts nothing in doubt", async () => {
    await up(world, program("client-one", { n: "1" }));
    const first = await asked(program("client-two", { n: "1" }), { used: ["a"] });
    expect(first.round).toEqual({ doubted: ["a"], beyond: [] });
    const deferring = await asked(program("client-two", null), {});
    expect(deferring.deferred.map(({ name }) => name)).toEqual(["b", "a"]);
    await run(world, deferring.digest);
    const next = await asked(program("client-two", { n: "2" }), { used: ["a"], after: deferring.digest });
    expect(next.steps.map(({ name, action }) => `${action} ${name}`)).toEqual(["same a", "delete a", "update b"]);
    expect(next.round).toEqual({ doubted: [], beyond: [] });
    // The same plan after one that deferred nothing of it.
    const { round } = await asked(program("client-two", { n: "2" }), { after: first.digest });
    expect(round?.beyond).toMatchObject([{ address: "a" }, { address: "b" }]);
  });

  test("a former object that still waits puts nothing in doubt either", async () => {
    await up(world, program("client-one", { n: "1" }));
    await run(world, (await asked(program("client-two", null), {})).digest);
    const waiting = await asked(program("client-two", null), { used: ["a", "b"] });
    expect(waiting.deferred.map(({ name }) => name)).toEqual(["b", "a"]);
    expect(waiting.round).toEqual({ doubted: ["b"], beyond: [] });
  });

  test("what has moved on the platform since it was recorded is in doubt until a run has recorded it", async () => {
    const declaration = declared({ a: client(), b: collector("one") });
    await up(world, declaration);
    const group = "subscriptions/s-1/resourceGroups/rg/providers/Microsoft.Migrate";
    const path = `${group}/assessmentProjects/assess/servercollectors/c?api-version=2019-10-01`;
    const spnDetails = { audience: "one" };
    await world.wire("PUT", path, { properties: { agentProperties: { spnDetails }, discoverySiteId: "/sites/mine" } });
    const view = await asked(declaration, { used: ["a", "b"] });
    expect(view.drift.map(({ name }) => name)).toEqual(["b"]);
    expect(view.steps.map(({ action }) => action)).toEqual(["same", "same"]);
    expect(view.round).toEqual({ doubted: ["b"], beyond: [] });
    await run(world, view.digest);
    expect((await asked(declaration, { used: ["a", "b"] })).round).toEqual({ doubted: [], beyond: [] });
  });
});
