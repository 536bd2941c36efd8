import { inferCel } from "./cel-types.ts";
import type { ValueType } from "./schema-step.ts";
import { type ExpressionError, isSingleExpression, type Reference, references, type Template } from "./template.ts";
import { type TypeScope, typeOfReference } from "./type-scope.ts";

/**
 * The schema of what a template gives, and the references that lead nowhere. A template that is one path has the schema
 * at that path, annotations included; one that computes has a bare type, as far as it can be told; any other is a string.
 */
export function typeOf(
  template: Template,
  scope: TypeScope,
): { readonly schema: ValueType; readonly problems: readonly ExpressionError[] } {
  const problems = references(template).flatMap((reference) => {
    const type = typeOfReference(reference, scope);
    return "problem" in type ? [type.problem] : [];
  });
  const single = isSingleExpression(template);
  let schema: ValueType = { type: "string" };
  for (const part of template.parts) {
    if (part.kind === "text") continue;
    let type: ValueType = "any";
    if (part.kind === "path") {
      const found = typeOfReference(part.reference, scope);
      if ("type" in found) type = found.type;
    } else {
      const inferred = inferCel(part.program.syntax, scope, part.offset);
      problems.push(...inferred.problems);
      type = inferred.type;
    }
    if (single) schema = type;
    else if (!printable(type)) problems.push(notPrintable(part));
  }
  if (!(single && template.parts[0]?.kind === "path")) {
    const secret = references(template).filter((reference) => scope.isSecret?.(reference) === true);
    problems.push(...secret.map(computesWithSecret));
  }
  return { schema, problems: problems.toSorted((a, b) => a.offset - b.offset) };
}

/** False where a value can't be written into a text, whatever it is. */
function printable(type: ValueType): boolean {
  return type === "any" || !("oneOf" in type || type.type === "object" || type.type === "array");
}

function computesWithSecret({ offset, length }: Reference): ExpressionError {
  const detail =
    "a secret can be passed on whole only: computing with one, or writing it into a text, is not supported";
  return { code: "expression-failed", detail, offset, length };
}

function notPrintable({ offset, length }: { readonly offset: number; readonly length: number }): ExpressionError {
  const detail = "a list or an object can't be written into a text";
  return { code: "expression-type", detail, offset, length };
}
