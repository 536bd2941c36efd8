import type { CelNode } from "./cel-syntax.ts";

type Kind<Case extends CelNode["exprKind"]["case"]> = Extract<CelNode["exprKind"], { readonly case: Case }>;

const partsOfComprehension = ["iterRange", "accuInit", "loopCondition", "loopStep", "result"] as const;

/** The same node with other children. Its id stays, so that failures keep their places. */
export function withChildren(node: CelNode, change: (child: CelNode) => CelNode): CelNode {
  const { exprKind } = node;
  switch (exprKind.case) {
    case "selectExpr": {
      const { value } = exprKind;
      if (value.operand === undefined) return node;
      return { ...node, exprKind: { case: "selectExpr", value: { ...value, operand: change(value.operand) } } };
    }
    case "callExpr": {
      const { value } = exprKind;
      const target = value.target === undefined ? {} : { target: change(value.target) };
      return { ...node, exprKind: { case: "callExpr", value: { ...value, ...target, args: value.args.map(change) } } };
    }
    case "listExpr": {
      const elements = exprKind.value.elements.map(change);
      return { ...node, exprKind: { case: "listExpr", value: { ...exprKind.value, elements } } };
    }
    case "structExpr": {
      const entries = exprKind.value.entries.map((entry) => ({
        ...entry,
        ...(entry.value === undefined ? {} : { value: change(entry.value) }),
      }));
      return { ...node, exprKind: { case: "structExpr", value: { ...exprKind.value, entries } } };
    }
    case "comprehensionExpr": {
      const { value } = exprKind;
      const parts = partsOfComprehension.flatMap((name) => {
        const part = value[name];
        return part === undefined ? [] : [[name, change(part)] as const];
      });
      return { ...node, exprKind: { case: "comprehensionExpr", value: { ...value, ...Object.fromEntries(parts) } } };
    }
    default:
      return node;
  }
}

/** A call of a function by its name. */
export function celCall(name: string, args: CelNode[]): Kind<"callExpr"> {
  return { case: "callExpr", value: { $typeName: "cel.expr.Expr.Call", function: name, args } };
}

/** A text as it is. */
export function celConstant(text: string): Kind<"constExpr"> {
  const constantKind = { case: "stringValue" as const, value: text };
  return { case: "constExpr", value: { $typeName: "cel.expr.Constant", constantKind } };
}
