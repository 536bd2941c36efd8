import type { CelInput, parse } from "@bufbuild/cel";
import type { Result } from "../../../../packages/base/result.ts";
import type { Value } from "../../../definitions/schema/value.ts";
import type { Effort } from "../effort.ts";

/** A node of the syntax tree, as the CEL library makes it (`cel.expr.Expr`). */
export type CelNode = ReturnType<typeof parse>["expr"];

/** A parsed expression within the bounds. */
export interface CelSyntax {
  readonly source: string;
  readonly root: CelNode;
  /** Node id to place in the source, UTF-16 units. */
  readonly positions: Readonly<Record<string, number>>;
  /** Node id of an expanded macro (`map`, `exists`, `has`) to the call as written. */
  readonly macros: Readonly<Record<string, CelNode>>;
}

export interface CelFailure {
  readonly code: "invalid-expression" | "expression-too-costly" | "expression-failed";
  readonly detail: string;
  /** Place in the expression's source. */
  readonly offset: number;
  readonly length: number;
  readonly hint?: string;
  readonly fix?: string;
}

/** The variables of a run; values as `toCel` makes them. */
export type CelVariables = Readonly<Record<string, CelInput>>;

export interface CelProgram {
  readonly syntax: CelSyntax;
  /** Evaluates synchronously and spends of the effort; never throws. */
  run(variables: CelVariables, effort: Effort): Result<Value, CelFailure>;
}

export interface CelParser {
  /** Parses and bounds an expression; never throws. */
  parse(source: string): Result<CelSyntax, CelFailure>;
}

/** Checks a text that a platform will evaluate (an IAM condition, say): syntax only. Null when it parses. */
export function celSyntaxError(text: string, cel: CelParser): { readonly detail: string } | null {
  const parsed = cel.parse(text);
  return parsed.ok || parsed.error.code !== "invalid-expression" ? null : { detail: parsed.error.detail };
}
