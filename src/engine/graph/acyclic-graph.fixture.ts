import fc from "fast-check";
import type { Dependencies } from "./order.ts";

/** Graphs without a cycle, their nodes in an order that tells nothing of the edges. */
export const acyclicGraphs: fc.Arbitrary<Dependencies> = fc
  .array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 30 })
  .chain((picks) => {
    const nodes = picks.map((needs, index): [string, readonly string[]] => [
      `n${index}`,
      index === 0 ? [] : needs.map((pick) => `n${pick % index}`),
    ]);
    return fc.shuffledSubarray(nodes, { minLength: nodes.length }).map((shuffled) => new Map(shuffled));
  });
