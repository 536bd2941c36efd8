import { invariant } from "../../../packages/base/invariant.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { celReferences } from "./cel/cel-references.ts";
import { openQuote } from "./cel/syntax-mistake.ts";
import type { Cel } from "./cel.ts";
import { plainChain, referenceOf } from "./plain-path.ts";
import { type Stretch, splitTemplate } from "./split-template.ts";
import { type ExpressionError, partReferences, type Reference, type Template, type TemplatePart } from "./template.ts";

/** True when a string is more than plain text: it holds `${`, maybe only an escaped one. */
export function mentionsExpression(text: string): boolean {
  return text.includes("${");
}

/** True when `parseTemplate` needs CEL for a string: a part of it is more than a plain path. */
export function needsCel(text: string): boolean {
  return mentionsExpression(text) && parsePlainTemplate(text) === null;
}

/**
 * Takes a string apart, or gives all that is wrong with it. `cel` may be null where `needsCel` is false. Names and
 * fields are not looked up here; `typeOf` does that.
 */
export function parseTemplate(text: string, cel: Cel | null): Result<Template, readonly ExpressionError[]> {
  const parsed = cel === null ? parsePlainTemplate(text) : parse(text, cel);
  invariant(parsed !== null, "an expression needs CEL, which was not loaded");
  return parsed;
}

/** The same without CEL; null where that is needed. */
export function parsePlainTemplate(text: string): Result<Template, readonly ExpressionError[]> | null {
  return parse(text, null);
}

function parse(text: string, cel: Cel | null): Result<Template, readonly ExpressionError[]> | null {
  const parts: TemplatePart[] = [];
  const references: Reference[] = [];
  const errors: ExpressionError[] = [];
  for (const stretch of splitTemplate(text)) {
    const part = parseStretch(stretch, text, cel);
    if (part === null) return null;
    if (part.ok) {
      parts.push(part.value);
      references.push(...partReferences(part.value));
    } else errors.push(...part.error);
  }
  return errors.length === 0 ? ok({ source: text, parts, references }) : err(errors);
}

function parseStretch(
  stretch: Stretch,
  text: string,
  cel: Cel | null,
): Result<TemplatePart, readonly ExpressionError[]> | null {
  if (stretch.kind === "text") return ok(stretch);
  if (stretch.kind === "unterminated") {
    const from = stretch.offset + 2;
    const quote = openQuote(text.slice(from));
    if (quote !== undefined && text.indexOf("}", from) >= 0) {
      const detail = `the quote ${text[from + quote]} is not closed`;
      return err([{ code: "invalid-expression", detail, offset: from + quote, length: 1, hint: "close it" }]);
    }
    const detail = "`${` has no closing `}`";
    const hint = "`$${` writes a literal `${`";
    return err([
      { code: "invalid-expression", detail, offset: stretch.offset, length: text.length - stretch.offset, hint },
    ]);
  }
  const { source, offset } = stretch;
  if (source.trim() === "") {
    const detail = "there is nothing between the braces";
    return err([{ code: "invalid-expression", detail, offset: offset - 2, length: source.length + 3 }]);
  }
  const place = { offset, length: source.length };
  const chain = plainChain(source);
  if (chain !== undefined) {
    const segments = chain.segments.map((segment) => segment.value);
    const reference = referenceOf(chain.root, segments, offset + chain.start, chain.end - chain.start);
    if (reference.ok) return ok({ kind: "path", reference: reference.value, ...place });
    return err([{ code: "invalid-expression", detail: reference.error, ...place }]);
  }
  if (cel === null) return null;
  const syntax = cel.parse(source);
  if (!syntax.ok) return err([{ ...syntax.error, offset: offset + syntax.error.offset }]);
  const { references, errors } = celReferences(syntax.value, offset, cel);
  if (errors.length > 0) return err(errors);
  return ok({ kind: "cel", program: cel.program(syntax.value), references, ...place });
}
