import { err, ok, type Result } from "../../../packages/base/result.ts";

/** A directed graph: each node's name with the names it needs. Names that are no node are ignored. */
export type Dependencies = ReadonlyMap<string, readonly string[]>;

/**
 * The nodes, each after all that it needs; among the free ones the order of insertion decides, so equal graphs order
 * equally. On a cycle: its path, first name repeated at the end. Iterative: depth costs no stack.
 */
export function dependencyOrder(graph: Dependencies): Result<readonly string[], readonly string[]> {
  const state = new Map<string, "open" | "done">();
  const order: string[] = [];
  for (const start of graph.keys()) {
    if (state.has(start)) continue;
    const path: { readonly name: string; readonly needs: readonly string[]; followed: number }[] = [];
    const enter = (name: string) => {
      state.set(name, "open");
      path.push({ name, needs: graph.get(name) ?? [], followed: 0 });
    };
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.needs[top.followed];
      top.followed += 1;
      if (next === undefined) {
        state.set(top.name, "done");
        order.push(top.name);
        path.pop();
      } else if (graph.has(next)) {
        const seen = state.get(next);
        if (seen === undefined) enter(next);
        if (seen === "open") {
          const names = path.map((each) => each.name);
          return err([...names.slice(names.indexOf(next)), next]);
        }
      }
    }
  }
  return ok(order);
}

/** The graph with every arrow turned round. */
export function reversed(graph: Dependencies): Dependencies {
  const result = new Map<string, string[]>([...graph.keys()].map((name) => [name, []]));
  for (const [name, needs] of graph) for (const need of needs) result.get(need)?.push(name);
  return result;
}
