import type { Form } from "./form.ts";
import { known, textOf } from "./known-form.ts";
import { type Piece, referenceText } from "./reference-text.ts";

/** The pieces of a template; undefined where a part of it is neither plain nor a reference. */
export function templatePieces(
  parts: readonly (string | Form)[],
  keyOfSecret: (form: Form) => string,
): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (typeof part === "string") {
      pieces.push({ text: part });
      continue;
    }
    if (part.kind === "reference") {
      pieces.push({ reference: referenceText(part.to.space, part.to.name, part.path) });
      continue;
    }
    if (part.kind === "expression") {
      const text = expressionText(part.parts, keyOfSecret);
      if (text === undefined) return undefined;
      pieces.push({ reference: text });
      continue;
    }
    const inner = part.kind === "template" ? templatePieces(part.parts, keyOfSecret) : undefined;
    if (inner !== undefined) {
      pieces.push(...inner);
      continue;
    }
    const found = known(part);
    if (found.kind !== "known") return undefined;
    if (found.isSecret) pieces.push({ reference: referenceText("config", keyOfSecret(part), []) });
    else pieces.push({ text: textOf(found.value) });
  }
  return pieces;
}

/** What stands between `${` and `}`; undefined where a part is neither plain nor a reference. */
export function expressionText(
  parts: readonly (string | Form)[],
  keyOfSecret: (form: Form) => string,
): string | undefined {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else if (part.kind === "reference") text += referenceText(part.to.space, part.to.name, part.path);
    else if (part.kind === "expression") {
      const inner = expressionText(part.parts, keyOfSecret);
      if (inner === undefined) return undefined;
      text += `(${inner})`;
    } else {
      const found = known(part);
      if (found.kind !== "known") return undefined;
      text += found.isSecret ? referenceText("config", keyOfSecret(part), []) : JSON.stringify(found.value ?? null);
    }
  }
  return text;
}
