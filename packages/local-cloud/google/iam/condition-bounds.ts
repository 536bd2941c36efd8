import type { parse } from "@bufbuild/cel";

/** A node of the syntax tree, as the CEL library makes it. */
export type ConditionNode = ReturnType<typeof parse>["expr"];

/** UTF-16 units of one expression. */
export const maxConditionLength = 4096;
const maxNodes = 250;
const maxNesting = 32;

/**
 * Why a condition may not be evaluated, or undefined when it may. The platform has no comprehensions in conditions;
 * without them, what an evaluation costs grows with the number of nodes only.
 */
export function conditionBoundsExceeded(root: ConditionNode): string | undefined {
  const pending = [{ node: root, nesting: 0 }];
  let nodes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    nodes += 1;
    if (nodes > maxNodes) return `it has more than ${maxNodes} operations and values`;
    if (next.nesting > maxNesting) return `it is nested more than ${maxNesting} deep`;
    const kind = next.node.exprKind;
    if (kind.case === "comprehensionExpr") return "it goes over the items of a list";
    if (kind.case === "structExpr") return "it makes an object";
    const nesting = next.nesting + 1;
    for (const node of childrenOf(next.node)) pending.push({ node, nesting });
  }
  return undefined;
}

function childrenOf({ exprKind }: ConditionNode): readonly ConditionNode[] {
  switch (exprKind.case) {
    case "selectExpr":
      return exprKind.value.operand === undefined ? [] : [exprKind.value.operand];
    case "callExpr": {
      const { target, args } = exprKind.value;
      return target === undefined ? args : [target, ...args];
    }
    case "listExpr":
      return exprKind.value.elements;
    default:
      return [];
  }
}
