import type { Dependencies } from "./order.ts";
import { reversed } from "./order.ts";

/** The result of a visit: dependents go on only after `done`; those of one that waits are left alone. */
export type Visit = "done" | "failed" | "waiting";

/**
 * Visits every node after all that it needs have been visited with `done`, at most `parallel` at once. A node behind a
 * failed or skipped one gets `skip` instead, with the name that stopped it, and so does one that is kept back by a
 * cycle. Resolves when nothing is left; a visit that rejects rejects the walk after the running visits have ended.
 */
export async function walk(
  graph: Dependencies,
  parallel: number,
  visit: (name: string) => Promise<Visit>,
  skip: (name: string, because: string) => void,
): Promise<void> {
  const dependents = reversed(graph);
  const missing = new Map<string, number>();
  const ready: string[] = [];
  for (const [name, needs] of graph) {
    const count = new Set(needs.filter((need) => graph.has(need))).size;
    missing.set(name, count);
    if (count === 0) ready.push(name);
  }
  const stopped = new Set<string>();
  let next = 0;
  let running = 0;
  let failure: { readonly cause: unknown } | undefined;
  let isWaiting = false;

  const release = (name: string) => {
    for (const dependent of new Set(dependents.get(name) ?? [])) {
      const left = (missing.get(dependent) ?? 0) - 1;
      missing.set(dependent, left);
      if (left === 0 && !stopped.has(dependent)) ready.push(dependent);
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

  return new Promise((resolve, reject) => {
    const pump = () => {
      while (failure === undefined && running < parallel && next < ready.length) {
        const name = ready[next] ?? "";
        next += 1;
        running += 1;
        visit(name).then(
          (outcome) => {
            running -= 1;
            if (outcome === "done") release(name);
            else if (outcome === "failed") stop(name);
            else isWaiting = true;
            pump();
          },
          (cause: unknown) => {
            running -= 1;
            failure = { cause };
            pump();
          },
        );
      }
      if (running > 0) return;
      if (failure !== undefined) return reject(failure.cause);
      if (!isWaiting) skipCycles();
      resolve();
    };
    pump();
  });
}
