import { beforeEach, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../packages/base/json/json.ts";
import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { Change } from "../../../engine/ports/driver.ts";
import { client, declared, done, plan, run, type TestDeployment, testDeployment, up } from "../deployment.fixture.ts";
import { planStack, planUndo } from "../plans/make-plans.ts";
import { cancelRun, listRuns } from "../runs/runs-of-stack.ts";
import { showOutputs } from "../stacks/show-outputs.ts";
import { forgetResource, importState } from "../state/edit-state.ts";
import { exportState } from "../state/export-state.ts";
import { errorsIn, gateway } from "./undo-world.fixture.ts";

// The outputs of a stack once a run is undone that has not come to its end: a run changes outputs with its last entry
// alone, and none may tell of what the undo takes away.

class Killed extends Error {}

type Upset = {
  readonly on: Change["operation"];
  readonly how: "killed before" | "killed after" | "refused" | "called off";
};

let upset: Upset | null;
let callOff: AbortController;
let world: TestDeployment;
beforeEach(() => {
  upset = null;
  callOff = new AbortController();
  world = testDeployment({
    around: (driver) => ({
      ...driver,
      write: async (change, signal) => {
        if (upset?.on !== change.operation) return driver.write(change, signal);
        if (upset.how === "refused") return { kind: "invalid", detail: "not now", code: null };
        if (upset.how !== "killed before") await driver.write(change, signal);
        if (upset.how === "called off") {
          callOff.abort();
          return { kind: "pending", operationName: "operations/1", pollAfterMs: 1000 };
        }
        throw new Killed();
      },
      poll: async () => ({ kind: "done", observation: null }),
    }),
  });
});

const outputs = () => showOutputs("dev", world);
const lastRun = async () => ({ run: (await listRuns("dev", world))[0]?.run ?? "" });
const lastEdit = async () => ({ run: (await world.store.readJournal("dev")).at(-1)?.run ?? "" });
const stack = (resources: JsonObject, told: JsonObject = {}) => declared(resources, { outputs: told });
const leaning = (on: string): JsonObject => ({ ...gateway("m"), options: { dependsOn: [on] } });

/** Carries a plan out under the upset; gives the run. */
async function upsetRun(digest: string, next: Upset) {
  upset = next;
  const carriedOut = run(world, digest, callOff.signal);
  if (next.how.startsWith("killed")) await expect(carriedOut).rejects.toThrow(Killed);
  else expect((await carriedOut).status).not.toBe("done");
  upset = null;
  world.advance(600_000);
  return lastRun();
}
const upsetUp = async (to: DeclarationText, next: Upset) => upsetRun(await plan(world, to), next);

async function destroyed(next: Upset) {
  const request = { stack: "dev", kind: "destroy", declaration: null, refresh: true, dropAllOf: ["google"] } as const;
  return upsetRun((await planStack(request, world)).digest, next);
}

/** Undoes a run. What the plan promised of the outputs, where it knew, is what they are; gives them. */
async function undone(of: { readonly run: string }) {
  const view = await planUndo("dev", of.run, world);
  const before = await outputs();
  expect(errorsIn(view)).toEqual([]);
  // No other hand is at work here.
  expect(view.steps.flatMap(({ fields }) => fields).filter(({ reason }) => reason === "drifted")).toEqual([]);
  done(await run(world, view.digest));
  const after = await outputs();
  const promised = new Map<string, Json | undefined>(Object.entries(before));
  for (const { name, new: next } of view.outputs) {
    if (next === undefined) promised.delete(name);
    else promised.set(name, JSON.stringify(next).includes("known after") ? after[name] : next);
  }
  expect(Object.fromEntries(promised)).toEqual(after);
  return after;
}

describe("the undo of a run that was killed", () => {
  const before = { a: client({ description: "x" }) };
  const after = { a: client({ description: "y" }), k: gateway("k"), m: leaning("k") };
  const killed = () => upsetUp(stack(after, { c: "${k.id}" }), { on: "update", how: "killed after" });

  test.each(["killed before", "killed after"] as const)("leaves the outputs as they were: %s a change", async (how) => {
    await up(world, stack({ ...before, b: gateway("b") }, { c: "${a.id}" }));
    const was = await outputs();
    const next = stack({ a: client({ description: "y" }), b: gateway("b") }, { c: "${b.id}" });
    expect(await undone(await upsetUp(next, { on: "update", how }))).toEqual(was);
  });

  test("leaves them where it is called off before", async () => {
    await up(world, stack(before, { c: "${a.id}" }));
    const was = await outputs();
    const { run: of } = await killed();
    await cancelRun("dev", of, world);
    expect(await undone({ run: of })).toEqual(was);
    expect(await outputs()).toEqual(was);
  });

  test("brings back what they were where a later run has ended it", async () => {
    await up(world, stack(before, { c: "${a.id}" }));
    const was = await outputs();
    const of = await killed();
    await up(world, stack(after, { c: "${k.id}" }));
    expect(await outputs()).not.toEqual(was);
    const later = await lastRun();
    expect(await undone(later)).toEqual(was);
    expect(await undone(of)).toEqual(was);
  });

  test("brings back what they were where a later run has told them anew, and stays", async () => {
    await up(world, stack(before, { c: "${a.id}" }));
    const was = await outputs();
    const made = { a: before.a, k: gateway("k") };
    const of = await upsetUp(stack(made, { c: "${k.id}" }), { on: "create", how: "killed after" });
    await up(world, stack(made, { c: "${k.id}" }));
    expect(await outputs()).not.toEqual(was);
    expect(await undone(of)).toEqual(was);
  });

  test("brings back what they were where it has renamed what they tell of, and a later run has told that", async () => {
    await up(world, stack(before, { c: "${a.description}" }));
    const was = await outputs();
    const renamed = { b: { ...client({ description: "y" }), options: { aliases: ["a"] } } };
    const of = await upsetUp(stack(renamed, { c: "${b.description}" }), { on: "update", how: "killed after" });
    await up(world, stack({ ...renamed, k: gateway("k") }, { c: "${b.description}" }));
    expect(await outputs()).not.toEqual(was);
    expect(await undone(of)).toEqual(was);
  });
});

test("the undo of a run that ended before an object was seen leaves the output of it as it was made before", async () => {
  await up(world, stack({ z: client() }, { o: "${z.id}" }));
  const was = await outputs();
  const of = await upsetUp(stack({ z: client(), b: gateway("b") }, { o: "${b.id}" }), {
    on: "create",
    how: "called off",
  });
  expect(await outputs()).toEqual(was);
  expect(await undone(of)).toEqual(was);
  expect(await outputs()).toEqual(was);
});

describe("the undo of a replacement whose former object still stands", () => {
  const one = stack({ a: gateway("a-one") }, { o: "${a.endpointIp}" });
  const two = stack({ a: gateway("a-two") }, { o: "${a.endpointIp}" });

  test.each(["refused", "killed before"] as const)("tells of the former one: its deletion was %s", async (how) => {
    await up(world, one);
    const was = await outputs();
    expect(await undone(await upsetUp(two, { on: "delete", how }))).toEqual(was);
  });

  test("tells of the object that the undo of an undo takes back", async () => {
    await up(world, one);
    await up(world, two);
    const was = await outputs();
    const replaced = await lastRun();
    const undoing = (await planUndo("dev", replaced.run, world)).digest;
    expect(await undone(await upsetRun(undoing, { on: "delete", how: "refused" }))).toEqual(was);
  });

  test("tells of the object that the undo of a state import takes back", async () => {
    await up(world, one);
    const document = (await exportState("dev", world)) as unknown as Json;
    await upsetUp(two, { on: "delete", how: "refused" });
    const was = await outputs();
    await importState("dev", document, true, world);
    expect(await undone(await lastEdit())).toEqual(was);
  });
});

describe("outputs of what the undo makes again or takes back", () => {
  const all = { a: client(), b: gateway("b"), k: leaning("b"), z: client({ oauthClientId: "second-portal" }) };
  const told = { o: "${b.location}", k: "${k.id}", z: "${z.id}", both: "${z.oauthClientId} at ${k.location}" };

  test.each(["killed before", "killed after", "refused"] as const)(
    "come back with it: a destroy was %s",
    async (how) => {
      await up(world, stack(all, told));
      const was = await outputs();
      expect(await undone(await destroyed({ on: "delete", how }))).toEqual(was);
    },
  );

  test("come back with it: `state rm` had forgotten it", async () => {
    await up(world, stack(all, told));
    const was = await outputs();
    await forgetResource("dev", "k", world);
    expect(Object.keys(await outputs())).not.toContain("k");
    expect(await undone(await lastEdit())).toEqual(was);
  });

  test("do not come back of what was forgotten before the run", async () => {
    await up(world, stack(all, told));
    await forgetResource("dev", "z", world);
    const was = await outputs();
    const { a, b, k } = all;
    const next = stack({ a, b, k, q: gateway("q") }, { o: "${b.location}", k: "${k.id}" });
    const of = await upsetUp(next, { on: "create", how: "refused" });
    expect(await undone(of)).toEqual(was);
  });
});

describe.each([
  ["the object", "${a.endpointAttachmentId} at ${a.location}", "a-two at here"],
  ["a read of it", "${r.id}", undefined],
])("an output of %s that a killed run had replaced, and the next run tells of", (_, o, told) => {
  const read = { type: "connectors:EndpointAttachment", get: { id: "${a.id}" } };
  const of = (id: string) => stack({ a: gateway(id), r: read }, { o });
  beforeEach(async () => {
    await up(world, of("a-one"));
    await upsetUp(of("a-two"), { on: "delete", how: "killed before" });
  });

  test("tells of the present object once that run is undone: the former one could not be deleted", async () => {
    const refused = await upsetUp(of("a-two"), { on: "delete", how: "refused" });
    const was = await outputs();
    expect(was["o"]).toContain("a-two");
    expect(await undone(refused)).toEqual(was);
  });

  test("tells of the present object once that run is undone: it has deleted the former one", async () => {
    const { run: deleted } = await up(world, of("a-two"));
    const was = await outputs();
    expect(was["o"]).toContain("a-two");
    expect(await undone({ run: deleted })).toEqual(was);
  });

  test("is as it is declared once that run is undone, if that gives it: the run has told of what goes again", async () => {
    const next = stack({ a: gateway("a-two"), r: read, k: gateway("k") }, { o: "${k.id}" });
    const made = await upsetUp(next, { on: "delete", how: "refused" });
    expect((await outputs())["o"]).toContain("/k");
    expect((await undone(made))["o"]).toBe(told);
  });

  test("is as it is declared once the undo of the killed run is undone, if that gives it", async () => {
    await undone(await lastRun());
    expect((await outputs())["o"]).toContain("a-one");
    expect((await undone(await lastRun()))["o"]).toBe(told);
  });

  test("tells of the former object again once both are undone", async () => {
    const was = await outputs();
    expect(was["o"]).toContain("a-one");
    const refused = await upsetUp(of("a-two"), { on: "delete", how: "refused" });
    await undone(refused);
    const killed = (await listRuns("dev", world)).at(-2)?.run ?? "";
    expect(await undone({ run: killed })).toEqual(was);
  });
});

test("the undo of a killed rename leaves the output of what a later run has replaced as that run told it", async () => {
  const read = (name: string) => ({ type: "connectors:EndpointAttachment", get: { id: `\${${name}.id}` } });
  const of = (id: string, options: JsonObject = {}, name = "a") =>
    stack({ [name]: { ...gateway(id), options }, r: read(name), z: client() }, { o: "${r.id}" });
  await up(world, of("a-one"));
  // What undoes brought back tells the output by its value, and not by what it is declared as.
  await undone(await lastRun());
  await undone(await lastRun());
  const renamed = stack(
    { b: { ...gateway("a-one"), options: { aliases: ["a"] } }, r: read("b"), z: client({ description: "y" }) },
    { o: "${r.id}" },
  );
  const killed = await upsetUp(renamed, { on: "update", how: "killed before" });
  await up(world, of("a-two", {}, "b"));
  const was = await outputs();
  expect(was["o"]).toContain("a-two");
  expect(await undone(killed)).toEqual(was);
});

test("an undo that leaves the output of what a killed run has replaced leaves it as told of that", async () => {
  const read = { type: "connectors:EndpointAttachment", get: { id: "${a.id}" } };
  const of = (id: string) => stack({ a: gateway(id), r: read, z: client() }, { o: "${r.id}" });
  await up(world, of("a-one"));
  await upsetUp(of("a-two"), { on: "delete", how: "killed before" });
  const { outputs: was, outputSources } = await world.store.readStack("dev");
  await forgetResource("dev", "z", world);
  expect(await undone(await lastEdit())).toEqual(was);
  expect((await world.store.readStack("dev")).outputSources).toEqual(outputSources);
});
