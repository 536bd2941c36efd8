import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import type { CelProgram } from "./cel/cel-syntax.ts";

/** A place that an expression reads: a field of a resource or look-up, or of a config value. */
export interface Reference {
  readonly kind: "node" | "config";
  /** Logical name, or the config key. */
  readonly name: string;
  /** How the node was reached; `resources` and `lookups` demand that it is one. */
  readonly via: "name" | "resources" | "lookups" | "config";
  /** From the node's outputs (or the config value) inwards; as far as it is known without evaluating. */
  readonly path: readonly (string | number)[];
  /** Place in the template's source, UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** An expression that only names a place. */
  | { readonly kind: "path"; readonly reference: Reference; readonly offset: number; readonly length: number }
  /** An expression that computes. Offset and length are those between the braces. */
  | {
      readonly kind: "cel";
      readonly program: CelProgram;
      readonly references: readonly Reference[];
      readonly offset: number;
      readonly length: number;
    };

/** A string of a declaration, taken apart. */
export interface Template {
  readonly source: string;
  readonly parts: readonly TemplatePart[];
  /** All that it reads, in the order of the text. */
  readonly references: readonly Reference[];
}

/** What is wrong with a string of a declaration; the place counts UTF-16 units in that string. */
export interface ExpressionError {
  readonly code: Extract<
    ProblemCode,
    "invalid-expression" | "expression-too-costly" | "expression-type" | "unknown-reference" | "expression-failed"
  >;
  readonly detail: string;
  readonly offset: number;
  readonly length: number;
  readonly hint?: string;
  /** A replacement for the text at the place. */
  readonly fix?: string;
}

/** True where the whole string is one expression, so that the result keeps its type. */
export function isSingleExpression(template: Template): boolean {
  return template.parts.length === 1 && template.parts[0]?.kind !== "text";
}

/** True where it reads nothing but config values, so that a check can tell its value. */
export function isOfConfig({ references }: Template): boolean {
  return references.every(({ kind }) => kind === "config");
}

/** What a part of it reads. */
export function partReferences(part: TemplatePart): readonly Reference[] {
  if (part.kind === "text") return [];
  return part.kind === "path" ? [part.reference] : part.references;
}
