import { inferCel } from "./cel/cel-types.ts";
import {
  type ExpressionError,
  isOfConfig,
  isSingleExpression,
  partReferences,
  type Reference,
  type Template,
  type TemplatePart,
} from "./template.ts";
import { typeOfReference } from "./type-of-reference.ts";
import type { TypeScope } from "./type-scope.ts";
import type { ValueType } from "./value-type.ts";

/**
 * The schema of what a template gives, and the references that lead nowhere. A template that is one path has the schema
 * at that path, annotations included; one that computes has a bare type, as far as it can be told; any other is a
 * string. A secret is read whole, or in a text that reads config values only.
 */
export function typeOf(
  template: Template,
  scope: TypeScope,
): { readonly schema: ValueType; readonly problems: readonly ExpressionError[] } {
  const problems: ExpressionError[] = [];
  const single = isSingleExpression(template);
  let schema: ValueType = text;
  for (const part of template.parts) {
    if (part.kind === "text") continue;
    const type = part.kind === "path" ? typeOfPath(part, scope, problems) : typeOfComputation(part, scope, problems);
    if (single) schema = type;
    else if (!printable(type)) problems.push(notPrintable(part));
    if (part.kind === "path" && (single || isOfConfig(template))) continue;
    for (const reference of partReferences(part)) {
      if (scope.isSecret?.(reference) === true) problems.push(computesWithSecret(reference));
    }
  }
  return { schema, problems: problems.length > 1 ? problems.toSorted((a, b) => a.offset - b.offset) : problems };
}

const text: ValueType = { type: "string" };

function typeOfPath(
  { reference }: TemplatePart & { kind: "path" },
  scope: TypeScope,
  problems: ExpressionError[],
): ValueType {
  const found = typeOfReference(reference, scope);
  if ("type" in found) return found.type;
  problems.push(found.problem);
  return "any";
}

function typeOfComputation(
  part: TemplatePart & { kind: "cel" },
  scope: TypeScope,
  problems: ExpressionError[],
): ValueType {
  for (const reference of part.references) {
    const found = typeOfReference(reference, scope);
    if ("problem" in found) problems.push(found.problem);
  }
  const inferred = inferCel(part.program.syntax, scope, part.offset);
  problems.push(...inferred.problems);
  return inferred.type;
}

/** False where a value can't be written into a text, whatever it is. */
function printable(type: ValueType): boolean {
  return type === "any" || !("oneOf" in type || type.type === "object" || type.type === "array");
}

function computesWithSecret({ offset, length }: Reference): ExpressionError {
  const detail =
    "a secret can be passed on whole, or stand in a text beside config values: nothing is computed with it, " +
    "and it can't stand in a text beside values of a resource or look-up";
  return { code: "expression-failed", detail, offset, length };
}

function notPrintable({ offset, length }: { readonly offset: number; readonly length: number }): ExpressionError {
  const detail = "a list or a map can't be written into a text";
  const hint = 'a list of texts is put together with `join`, as in `${x.join(", ")}`';
  return { code: "expression-type", detail, offset, length, hint };
}
