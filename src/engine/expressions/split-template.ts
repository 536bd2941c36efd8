/** A stretch of a string: plain text (escapes resolved), or what stands between `${` and `}`. */
export type Stretch =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "expression"; readonly source: string; readonly offset: number }
  /** `${` without its `}`; the offset is that of the dollar sign. */
  | { readonly kind: "unterminated"; readonly offset: number };

/** Splits a string at its `${...}`; `$${` stands for a literal `${`. */
export function splitTemplate(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let literal = "";
  let position = 0;
  while (position < text.length) {
    const dollar = text.indexOf("$", position);
    if (dollar === -1) break;
    literal += text.slice(position, dollar);
    if (text.startsWith("$${", dollar)) {
      literal += "${";
      position = dollar + 3;
    } else if (text.startsWith("${", dollar)) {
      const end = expressionEnd(text, dollar + 2);
      if (end === undefined) return [...withText(stretches, literal), { kind: "unterminated", offset: dollar }];
      withText(stretches, literal).push({
        kind: "expression",
        source: text.slice(dollar + 2, end),
        offset: dollar + 2,
      });
      literal = "";
      position = end + 1;
    } else {
      literal += "$";
      position = dollar + 1;
    }
  }
  return withText(stretches, literal + text.slice(position));
}

function withText(stretches: Stretch[], text: string): Stretch[] {
  if (text !== "") stretches.push({ kind: "text", text });
  return stretches;
}

/** The place of the `}` that closes an expression: braces may nest, and mean nothing inside strings and comments. */
function expressionEnd(text: string, from: number): number | undefined {
  let open = 0;
  let position = from;
  while (position < text.length) {
    const character = text[position];
    if (character === '"' || character === "'") {
      const end = stringEnd(text, position, isRaw(text, from, position));
      if (end === undefined) return undefined;
      position = end;
      continue;
    }
    if (character === "/" && text[position + 1] === "/") {
      const lineEnd = text.indexOf("\n", position);
      if (lineEnd === -1) return undefined;
      position = lineEnd;
    } else if (character === "{") {
      open += 1;
    } else if (character === "}") {
      if (open === 0) return position;
      open -= 1;
    }
    position += 1;
  }
  return undefined;
}

/** True when the quote at `position` has a prefix that switches escapes off (`r"..."`, `bR'...'`). */
function isRaw(text: string, from: number, position: number): boolean {
  const prefix = /(?:^|\W)([bB]?[rR]|[rR][bB])$/.exec(text.slice(Math.max(from, position - 3), position));
  return prefix !== null;
}

/** The place after a CEL string literal that starts with a quote at `start`. */
function stringEnd(text: string, start: number, raw: boolean): number | undefined {
  const quote = text.charAt(start);
  const delimiter = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote;
  let position = start + delimiter.length;
  while (position < text.length) {
    if (text.startsWith(delimiter, position)) return position + delimiter.length;
    position += !raw && text[position] === "\\" ? 2 : 1;
  }
  return undefined;
}
