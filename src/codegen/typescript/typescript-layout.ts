/** A piece of TypeScript that can be written on one line or broken into several. */
export type Code =
  | string
  | {
      readonly open: string;
      readonly items: readonly (readonly [before: string, value: Code])[];
      readonly close: string;
    };

const width = 120;

/** Code after `before`; what does not fit on the line is broken, an item a line. */
export function codeText(code: Code, before = "", depth = 0): string {
  if (typeof code === "string") return before + code;
  const flat = before + flatText(code);
  // One more for what follows: a comma or a semicolon.
  if (2 * depth + flat.length + 1 <= width || code.items.length === 0) return flat;
  const inner = code.items.map(([name, value]) => `${indent(depth + 1)}${codeText(value, name, depth + 1)},\n`);
  return `${before}${code.open}\n${inner.join("")}${indent(depth)}${code.close}`;
}

function flatText(code: Code): string {
  if (typeof code === "string") return code;
  const items = code.items.map(([name, value]) => name + flatText(value)).join(", ");
  const space = code.open.endsWith("{") && items !== "" ? " " : "";
  return `${code.open}${space}${items}${space}${code.close}`;
}

function indent(depth: number): string {
  return "  ".repeat(depth);
}
