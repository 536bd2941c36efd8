import type { CelFunc, CelScalar, celFunc } from "@bufbuild/cel";
import { celCall, celConstant, withChildren } from "./cel-rewrite.ts";
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
  const inside = withChildren(node, throughNulls);
  const { exprKind } = inside;
  if (exprKind.case === "selectExpr" && exprKind.value.operand !== undefined) {
    const { value } = exprKind;
    const { operand } = exprKind.value;
    const guarded = value.testOnly
      ? celCall(presenceIn, [operand])
      : celCall(memberOf, [operand, { ...node, exprKind: celConstant(value.field) }]);
    return {
      ...node,
      exprKind: { case: "selectExpr", value: { ...value, operand: { ...operand, exprKind: guarded } } },
    };
  }
  if (exprKind.case !== "callExpr" || exprKind.value.function !== "_[_]") return inside;
  const { value } = exprKind;
  const [list, index, ...rest] = value.args;
  if (list === undefined || index?.exprKind.case !== "constExpr") return inside;
  const guarded = { ...list, exprKind: celCall(memberOf, [list, index]) };
  return { ...inside, exprKind: { case: "callExpr", value: { ...value, args: [guarded, index, ...rest] } } };
}
