import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import type { PlanView } from "../../src/contract/documents/plans/plan.ts";
import { lookupFacts, resourceFacts } from "../../src/definitions/resources/specification-facts.fixture.ts";
import { InProcess } from "../scenarios/in-process.ts";
import { declarationOf, subjects, subscription } from "./base-declarations.ts";

let world: InProcess;
beforeEach(() => {
  world = new InProcess();
});
afterEach(() => world.close());

async function planned(text: string): Promise<PlanView> {
  const plan = await world.plan(text);
  if (!plan.ok) throw new Error(`not accepted: ${JSON.stringify(plan.value.problems)}`);
  return plan.value;
}

/** Counts of what would change; reads and what stays are left out. */
function counts({ summary }: PlanView): Readonly<Record<string, number>> {
  const { same: _, read: __, ...changes } = summary;
  return Object.fromEntries(Object.entries(changes).filter(([, count]) => count !== 0));
}

function without(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

describe.each(Object.entries(resourceFacts))("%s", (type, facts) => {
  const subject = subjects[type];
  if (subject === undefined) throw new Error(`no subject for ${type}`);

  test("has a change for every input of the specification", () => {
    expect(Object.keys(subject.changes).sort()).toEqual(Object.keys(facts.inputs).sort());
  });

  test.each(Object.entries(subject.changes))("%s alone", async (input, change) => {
    const properties = without({ ...subject.properties, ...change.from });
    const before = declarationOf({ it: { type, properties } });
    const after = declarationOf({ it: { type, properties: { ...properties, [input]: change.to } } });
    const up = await world.up(before);
    expect(up.summary.problems).toEqual([]);
    expect(counts(await planned(before))).toEqual({});

    const plan = await planned(after);
    if (change.changesNothing !== undefined) {
      expect(counts(plan)).toEqual({});
      return;
    }
    const isReplace = facts.inputs[input]?.replace === true;
    const gone = change.letsGo === true ? { delete: 1 } : {};
    expect(counts(plan)).toEqual(isReplace ? { replace: 1 } : { update: 1, ...gone });
    const step = plan.steps.find((each) => each.superseded !== true);
    const guilty = step?.fields.filter((field) => field.replace).map((field) => field.path);
    expect(guilty).toEqual(isReplace ? [`/${input}`] : []);
    expect(step?.fields.some((field) => field.path === `/${input}` || field.path.startsWith(`/${input}/`))).toBe(true);

    const errors = plan.problems.filter((each) => each.severity === "error").map((each) => each.code);
    expect(errors).toEqual(change.blockedBy === undefined ? [] : [change.blockedBy]);
    const written = (await world.writes()).length;
    const { summary } = await world.run(plan.digest);
    expect(summary.status).toBe(change.blockedBy === undefined ? "done" : "refused");
    if (change.blockedBy === undefined) expect(counts(await planned(after))).toEqual({});
    else expect((await world.writes()).length).toBe(written);
  });
});

describe(lookupFacts.token, () => {
  const base = {
    resourceGroupName: "rg-migration",
    migrateProjectName: "datacenter-exit",
    peConnectionName: "hub-pe",
  };
  const others: Readonly<Record<keyof typeof lookupFacts.arguments, string>> = {
    resourceGroupName: "rg-other",
    migrateProjectName: "other-exit",
    peConnectionName: "spoke-pe",
  };
  const text = (given: JsonObject) =>
    declarationOf(
      {},
      {
        lookups: { link: { function: lookupFacts.token, arguments: given } },
        outputs: { id: "${link.id}", name: "${link.name}" },
      },
    );

  test.each(Object.entries(others))("%s alone gives a new read", async (argument, value) => {
    const changed = { ...base, [argument]: value };
    const connection = (given: typeof base) => ({
      kind: "privateEndpointConnection",
      subscriptionId: subscription,
      resourceGroupName: given.resourceGroupName,
      migrateProjectName: given.migrateProjectName,
      name: given.peConnectionName,
      privateEndpointId: "/subscriptions/x/pe",
    });
    await world.seed([connection(base), connection(changed)]);
    const first = await world.up(text(base));
    const second = await world.up(text(changed));
    expect(second.plan.summary.read).toBe(1);
    expect(second.summary.outputs["id"]).not.toEqual(first.summary.outputs["id"]);
    expect(second.summary.outputs["name"]).toBe(changed.peConnectionName);
    expect(String(second.summary.outputs["id"])).toContain(value);
    expect(await world.writes()).toEqual([]);
  });
});
