import type { CelNode } from "./cel-syntax.ts";
import { celChildren } from "./cel-walk.ts";

/** UTF-16 units of one expression. */
export const maxSourceLength = 4096;
const maxNodes = 500;
const maxNesting = 32;
const maxComprehensions = 2;

/**
 * Why an expression may not be evaluated, or undefined when it may. Evaluation is synchronous and has no other brake;
 * two nested comprehensions keep the cost at the square of the longest list.
 */
export function boundsExceeded(root: CelNode): string | undefined {
  let nodes = 0;
  const pending = [{ node: root, nesting: 0, comprehensions: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, nesting } = next;
    nodes += 1;
    if (nodes > maxNodes) return `it has more than ${maxNodes} operations and values`;
    if (nesting > maxNesting) return `it is nested more than ${maxNesting} deep`;
    const comprehensions = next.comprehensions + (node.exprKind.case === "comprehensionExpr" ? 1 : 0);
    if (comprehensions > maxComprehensions) return `it nests more than ${maxComprehensions} comprehensions`;
    for (const child of celChildren(node)) {
      pending.push({
        node: child.node,
        nesting: child.spine ? nesting : nesting + 1,
        comprehensions: child.repeated ? comprehensions : next.comprehensions,
      });
    }
  }
  return undefined;
}
