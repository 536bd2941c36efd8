import type { CelFunc, CelScalar, celFunc } from "@bufbuild/cel";
import type { CelNode } from "./cel-syntax.ts";

/** The library's own parts for functions of ours. */
interface CelLibrary {
  readonly celFunc: typeof celFunc;
  readonly CelScalar: typeof CelScalar;
}

// No expression can be written with these names.
const [memberOf, presenceIn] = ["@member-of", "@presence-in"];

/** Functions that `throughNulls` puts into an expression. */
export function nullFunctions({ celFunc, CelScalar: { DYN } }: CelLibrary): readonly CelFunc[] {
  return [
    celFunc(memberOf, [DYN, DYN], DYN, (value, key) =>
      value === null && (typeof key === "string" || typeof key === "bigint") ? new Map([[key, null]]) : value,
    ),
    celFunc(presenceIn, [DYN], DYN, (value) => (value === null ? new Map<string, null>() : value)),
  ];
}

/**
 * The same expression, in which a member of null is null and is not there: what a platform leaves out has no members
 * either, and that is no reason to fail. Node ids stay, so that failures keep their places.
 */
export function throughNulls(node: CelNode): CelNode {
  const { exprKind } = node;
  switch (exprKind.case) {
    case "selectExpr": {
      const { value } = exprKind;
      if (value.operand === undefined) return node;
      const operand = throughNulls(value.operand);
      const guarded = value.testOnly
        ? call(presenceIn, [operand])
        : call(memberOf, [operand, { ...node, exprKind: constant(value.field) }]);
      return {
        ...node,
        exprKind: { case: "selectExpr", value: { ...value, operand: { ...operand, exprKind: guarded } } },
      };
    }
    case "callExpr": {
      const { value } = exprKind;
      const target = value.target === undefined ? {} : { target: throughNulls(value.target) };
      const args = value.args.map(throughNulls);
      const [list, index] = args;
      if (value.function === "_[_]" && list !== undefined && index?.exprKind.case === "constExpr")
        args[0] = { ...list, exprKind: call(memberOf, [list, index]) };
      return { ...node, exprKind: { case: "callExpr", value: { ...value, ...target, args } } };
    }
    case "listExpr": {
      const elements = exprKind.value.elements.map(throughNulls);
      return { ...node, exprKind: { case: "listExpr", value: { ...exprKind.value, elements } } };
    }
    case "structExpr": {
      const entries = exprKind.value.entries.map((entry) => ({
        ...entry,
        ...(entry.value === undefined ? {} : { value: throughNulls(entry.value) }),
      }));
      return { ...node, exprKind: { case: "structExpr", value: { ...exprKind.value, entries } } };
    }
    case "comprehensionExpr":
      return { ...node, exprKind: { case: "comprehensionExpr", value: comprehension(exprKind.value) } };
    default:
      return node;
  }
}

type Kind<Case extends CelNode["exprKind"]["case"]> = Extract<CelNode["exprKind"], { readonly case: Case }>;

const parts = ["iterRange", "accuInit", "loopCondition", "loopStep", "result"] as const;

function comprehension(value: Kind<"comprehensionExpr">["value"]): Kind<"comprehensionExpr">["value"] {
  const changed = parts.flatMap((name) => {
    const part = value[name];
    return part === undefined ? [] : [[name, throughNulls(part)] as const];
  });
  return { ...value, ...Object.fromEntries(changed) };
}

function call(name: string, args: CelNode[]): Kind<"callExpr"> {
  return { case: "callExpr", value: { $typeName: "cel.expr.Expr.Call", function: name, args } };
}

function constant(text: string): Kind<"constExpr"> {
  const constantKind = { case: "stringValue" as const, value: text };
  return { case: "constExpr", value: { $typeName: "cel.expr.Constant", constantKind } };
}
