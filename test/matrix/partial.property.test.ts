import fc from "fast-check";
import { expect, test } from "vitest";
import type { DeclarationText } from "../../src/contract/documents/declarations.ts";
import type { Selection } from "../../src/engine/plan/selection/selection.ts";
import { done, run, type TestDeployment, testDeployment, up } from "../../src/service/use-cases/deployment.fixture.ts";
import { planStack } from "../../src/service/use-cases/plans/make-plans.ts";
import { MemoryStore } from "../memory-store/memory-store.ts";
import { allBelow, declaredGraph, type Graph, graphs, names, objectOf } from "./drawn-graphs.ts";

// A stack is turned from one declaration into another, at once and by parts in any order.

const selections: fc.Arbitrary<Selection> = fc
  .tuple(fc.subarray(names, { minLength: 1, maxLength: 3 }), fc.constantFrom("target", "target", "exclude", "noDelete"))
  .map(([some, how]) => (how === "noDelete" ? { noDelete: true } : { [how]: some }));

const textOf = (graph: Graph): DeclarationText => ({ file: "plumb.yaml", text: declaredGraph(graph), config: {} });

/** Names that are declared or managed: a pattern may name only those. */
function known({ target, exclude, ...rest }: Selection, graphs: readonly Graph[]): Selection {
  const there = (name: string) => graphs.some((graph) => graph.has(name));
  return {
    ...rest,
    ...(target === undefined ? {} : { target: target.filter(there) }),
    ...(exclude === undefined ? {} : { exclude: exclude.filter(there) }),
  };
}

async function planned(world: TestDeployment, graph: Graph, selection: Selection) {
  const request = { stack: "dev", kind: "apply", declaration: textOf(graph), refresh: true, selection } as const;
  return await planStack(request, world);
}

/** What is managed in the end, and the outputs. */
async function endOf(world: TestDeployment) {
  const { records, superseded, outputs } = await world.store.readStack("dev");
  const managed = [...records.values()].map(({ address, type, identity, inputs, dependsOn, options }) => [
    address,
    { type, id: identity.id, inputs, dependsOn: dependsOn.toSorted(), options },
  ]);
  return { managed: Object.fromEntries(managed), superseded, outputs };
}

/**
 * Names whose objects a partial plan may write: what is selected, what that needs, and before a deletion what has to
 * turn away first.
 */
function mayWrite({ target, exclude = [] }: Selection, before: Graph, after: Graph): (name: string) => boolean {
  const leansOn = (name: string, on: string) => allBelow(name, after).has(on) || allBelow(name, before).has(on);
  const left = names.filter(
    (name) => exclude.includes(name) || exclude.some((each) => allBelow(name, after).has(each)),
  );
  const taken = new Set(target ?? names);
  // The set grows while it is gone through.
  for (const name of taken) {
    for (const each of allBelow(name, after)) taken.add(each);
    if (isKept(name, before, after)) continue;
    for (const each of after.keys()) if (leansOn(each, name)) taken.add(each);
  }
  return (name) => taken.has(name) && !left.includes(name);
}

/** Whether the object of a name stays, or nothing was there. */
function isKept(name: string, before: Graph, after: Graph): boolean {
  const [old, now] = [before.get(name), after.get(name)];
  if (old?.kind !== "resource") return true;
  return now?.kind === "resource" && objectOf(name, old) === objectOf(name, now);
}

const nameOf = (write: string) => /n\d/.exec(write)?.[0] ?? "";

test("partial runs in any order end where one full run ends, and write what is selected and what that needs", async () => {
  await fc.assert(
    fc.asyncProperty(
      graphs,
      graphs,
      fc.array(selections, { minLength: 1, maxLength: 6 }),
      async (before, after, drawn) => {
        const [whole, world] = [0, 1].map(() => testDeployment({ storeOf: (ids) => new MemoryStore(ids) }));
        if (whole === undefined || world === undefined) throw new Error("no world");
        await up(whole, textOf(before));
        await up(whole, textOf(after));
        await up(world, textOf(before));
        for (const each of drawn) {
          const [managed, begun] = [(await world.store.readStack("dev")).records, (await world.writes()).length];
          const selection = known(each, [after, new Map([...before].filter(([name]) => managed.has(name)))]);
          if (Object.values(selection).some((named) => Array.isArray(named) && named.length === 0)) continue;
          const view = await planned(world, after, selection);
          if (view.problems.some(({ severity }) => severity === "error"))
            throw new Error(JSON.stringify(view.problems));
          done(await run(world, view.digest));
          const may = mayWrite(selection, before, after);
          for (const write of (await world.writes()).slice(begun)) {
            const name = nameOf(write);
            expect(may(name), `${write} by ${JSON.stringify(selection)}`).toBe(true);
            const isGone = write.startsWith("delete") && after.get(name)?.kind !== "resource";
            if (isGone && selection.target !== undefined) expect(selection.target).toContain(name);
            if (selection.noDelete === true) expect(write).not.toMatch(/^delete/);
          }
        }
        // Each by itself, until there is nothing left to do.
        for (let left = 12; left > 0; left -= 1) {
          const { records } = await world.store.readStack("dev");
          for (const name of new Set([...records.keys(), ...after.keys()])) {
            const view = await planned(world, after, { target: [name] });
            done(await run(world, view.digest));
          }
          if ((await planned(world, after, {})).steps.every(({ action }) => action === "same" || action === "read"))
            break;
        }
        expect(await endOf(world)).toEqual(await endOf(whole));
        for (const [name, node] of after)
          if (node.kind === "resource")
            expect((await world.store.readStack("dev")).records.get(name)?.identity.id).toContain(objectOf(name, node));
      },
    ),
    { numRuns: Number(process.env["PLUMB_PARTIAL_RUNS"] ?? 25) },
  );
});
