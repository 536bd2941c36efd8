import fc from "fast-check";
import { expect, test } from "vitest";
import { InProcess } from "../scenarios/in-process.ts";
import { allBelow, declaredGraph, type Graph, graphs, objectOf } from "./drawn-graphs.ts";

// Two declarations over the same names, one after the other. Judged by the local cloud's log: nothing is deleted while
// something stands that leaned on it, but where what a deletion makes room for has to be there first.

/** Names that a node leans on, also through reads. */
function resourcesBelow(name: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>();
  for (const need of graph.get(name)?.needs ?? []) {
    if (graph.get(need)?.kind === "read") for (const each of resourcesBelow(need, graph)) found.add(each);
    else found.add(need);
  }
  return found;
}

/** Whether the former object of a name has to be gone before the new one is made. */
function makesRoom(name: string, before: Graph, after: Graph): boolean {
  const [one, other] = [before.get(name), after.get(name)];
  return (
    one?.kind === "resource" && other?.kind === "resource" && (one.isClient !== other.isClient || other.deleteFirst)
  );
}

/** A former object leaned on one whose name reads by now what takes the former object's place. */
const turnedToReads: readonly [Graph, Graph, boolean] = [
  new Map([
    ["n1", { kind: "resource", needs: [], version: 1, isClient: true, deleteFirst: false }],
    ["n2", { kind: "resource", needs: ["n1"], version: 1, isClient: true, deleteFirst: false }],
    ["n3", { kind: "resource", needs: ["n2"], version: 1, isClient: false, deleteFirst: false }],
  ]),
  new Map([
    ["n2", { kind: "read", needs: [] }],
    ["n3", { kind: "resource", needs: [], version: 1, isClient: true, deleteFirst: false }],
    ["n1", { kind: "read", needs: ["n3"] }],
  ]),
  false,
];

test("whatever is turned into whatever, nothing is deleted while something stands that leaned on it", async () => {
  await fc.assert(
    fc.asyncProperty(graphs, graphs, fc.boolean(), async (before, after, isDestroy) => {
      const world = new InProcess();
      try {
        expect((await world.up(declaredGraph(before))).summary.status).toBe("done");
        const made = (await world.writes()).length;
        const plan = isDestroy ? await world.plan(null, { kind: "destroy" }) : await world.plan(declaredGraph(after));
        if (!plan.ok) throw new Error(plan.value.detail);
        const { summary } = await world.run(plan.value.digest);
        expect(summary).toMatchObject({ status: "done", problems: [] });
        const gone = (await world.writes(made)).flatMap(({ action, object }) =>
          action === "delete" ? [object.split("/").at(-1) ?? ""] : [],
        );
        for (const [name, node] of before) {
          if (node.kind !== "resource" || !gone.includes(objectOf(name, node))) continue;
          for (const need of resourcesBelow(name, before)) {
            const needed = before.get(need);
            if (needed?.kind !== "resource" || !gone.includes(objectOf(need, needed))) continue;
            // What is made before its former object goes, on something that needs the room, comes too late.
            const isImpossible =
              !isDestroy &&
              after.get(name)?.kind === "resource" &&
              !makesRoom(name, before, after) &&
              [...allBelow(name, after)].some(
                (below) => makesRoom(below, before, after) && (below === need || allBelow(need, before).has(below)),
              );
            if (isImpossible) continue;
            expect(gone.indexOf(objectOf(name, node)), `${name} leaned on ${need}: ${gone.join(", ")}`).toBeLessThan(
              gone.indexOf(objectOf(need, needed)),
            );
          }
        }
        expect(gone).toHaveLength(new Set(gone).size);
      } finally {
        await world.close();
      }
    }),
    { numRuns: 60, examples: [[...turnedToReads]] },
  );
});
