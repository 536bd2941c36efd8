import type { Dependencies } from "./order.ts";
import { reversed } from "./order.ts";
import { type Place, Places } from "./places.ts";
import { ReadyNodes } from "./ready-nodes.ts";

/** The result of a visit: dependents go on only after `done`; those of one that waits are left alone. */
export type Visit = "done" | "failed" | "waiting";

/**
 * Visits every node after all that it needs have been visited with `done`, at most `parallel` at once; a visit may give
 * its place to others while it waits. A node behind a failed or skipped one gets `skip` instead, with the name that
 * stopped it, and so does one that is kept back by a cycle. Resolves when nothing is left; a visit that rejects rejects
 * the walk after the running visits have ended. `groupOf`: nodes that wait for the same thing.
 */
export async function walk(
  graph: Dependencies,
  parallel: number,
  visit: (name: string, place: Place) => Promise<Visit>,
  skip: (name: string, because: string) => void,
  groupOf: (name: string) => string = () => "",
): Promise<void> {
  const dependents = reversed(graph);
  const missing = new Map<string, number>();
  const ready = new ReadyNodes(groupOf);
  for (const [name, needs] of graph) {
    const count = new Set(needs.filter((need) => graph.has(need))).size;
    missing.set(name, count);
    if (count === 0) ready.add(name);
  }
  const stopped = new Set<string>();
  let isWaiting = false;

  const release = (name: string) => {
    for (const dependent of new Set(dependents.get(name) ?? [])) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0 && !stopped.has(dependent)) ready.add(dependent);
    }
  };
  const stop = (name: string) => {
    const pending = [name];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      for (const dependent of dependents.get(each) ?? []) {
        if (stopped.has(dependent)) continue;
        stopped.add(dependent);
        skip(dependent, each);
        pending.push(dependent);
      }
    }
  };
  /** What was not ready in the end needs itself, or what does. */
  const skipCycles = () => {
    for (const [name, needs] of graph) {
      if ((missing.get(name) ?? 0) > 0 && !stopped.has(name)) skip(name, needs.find((need) => graph.has(need)) ?? name);
    }
  };

  await visitAll({ parallel, ready, groupOf, visit }, (name, outcome) => {
    if (outcome === "done") release(name);
    else if (outcome === "failed") stop(name);
    else isWaiting = true;
  });
  if (!isWaiting) skipCycles();
}

interface Visiting {
  readonly parallel: number;
  readonly ready: ReadyNodes;
  readonly groupOf: (name: string) => string;
  readonly visit: (name: string, place: Place) => Promise<Visit>;
}

/** Visits what is ready, and what the ends of visits make so (`ended`). Rejects as a visit does, after the others. */
function visitAll(
  { parallel, ready, groupOf, visit }: Visiting,
  ended: (name: string, outcome: Visit) => void,
): Promise<void> {
  let failure: { readonly cause: unknown } | undefined;
  // The first beginning counts as a visit, so that the walk of nothing ends as well.
  let visiting = 1;
  return new Promise((resolve, reject) => {
    const end = () => {
      visiting -= 1;
      if (visiting > 0) return;
      if (failure === undefined) resolve();
      else reject(failure.cause);
    };
    const begin = (name: string) => {
      const place = places.take(groupOf(name));
      visiting += 1;
      visit(name, place)
        .then(
          (outcome) => ended(name, outcome),
          (cause: unknown) => {
            failure = { cause };
          },
        )
        .then(() => {
          place.end();
          end();
        });
    };
    const pump = () => {
      while (failure === undefined) {
        const name = ready.take((group) => places.admits(group));
        if (name === undefined) return;
        begin(name);
      }
    };
    const places = new Places(parallel, pump);
    pump();
    end();
  });
}
