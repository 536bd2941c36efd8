import type { CelNode } from "./cel-syntax.ts";

/** A child of a syntax node, and what entering it means. */
export interface CelChild {
  readonly node: CelNode;
  /** Part of the left spine (`a + b + c`, `a.b().c()`): reading it adds no nesting. */
  readonly spine: boolean;
  /** Evaluated once for each item of the comprehension's range. */
  readonly repeated: boolean;
  /** Variables that the node binds for this child. */
  readonly binds: readonly string[];
}

/** The children of a node in order of evaluation. */
export function celChildren(node: CelNode): readonly CelChild[] {
  const kind = node.exprKind;
  switch (kind.case) {
    case "selectExpr":
      return child(kind.value.operand, { spine: true });
    case "callExpr": {
      const { target, args } = kind.value;
      return [
        ...child(target, { spine: true }),
        ...args.flatMap((argument, index) =>
          child(argument, { spine: target === undefined && index === 0 && args.length > 1 }),
        ),
      ];
    }
    case "listExpr":
      return kind.value.elements.flatMap((element) => child(element));
    case "structExpr":
      return kind.value.entries.flatMap((entry) => [
        ...(entry.keyKind.case === "mapKey" ? child(entry.keyKind.value) : []),
        ...child(entry.value),
      ]);
    case "comprehensionExpr": {
      const { iterVar, iterVar2, accuVar, iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      const binds = [iterVar, iterVar2, accuVar].filter((name) => name !== "");
      return [
        ...child(iterRange, { spine: true }),
        ...child(accuInit),
        ...child(loopCondition, { repeated: true, binds }),
        ...child(loopStep, { repeated: true, binds }),
        ...child(result, { binds: [accuVar] }),
      ];
    }
    default:
      return [];
  }
}

function child(node: CelNode | undefined, options: Partial<Omit<CelChild, "node">> = {}): readonly CelChild[] {
  return node === undefined ? [] : [{ node, spine: false, repeated: false, binds: [], ...options }];
}
