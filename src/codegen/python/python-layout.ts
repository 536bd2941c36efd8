/** A piece of Python code that can be written on one line or broken into several. */
export type Layout =
  | string
  | {
      readonly open: string;
      readonly items: readonly (readonly [before: string, value: Layout])[];
      readonly close: string;
    };

const width = 100;

/** Code from a column on; what does not fit on the line is broken, an item a line. */
export function laidOut(layout: Layout, before = "", depth = 0): string {
  if (typeof layout === "string") return before + layout;
  const flat = before + flatText(layout);
  if (4 * depth + flat.length <= width || layout.items.length === 0) return flat;
  const inner = layout.items.map(([name, value]) => `${indent(depth + 1)}${laidOut(value, name, depth + 1)},\n`);
  return `${before}${layout.open}\n${inner.join("")}${indent(depth)}${layout.close}`;
}

function flatText(layout: Layout): string {
  if (typeof layout === "string") return layout;
  return `${layout.open}${layout.items.map(([name, value]) => name + flatText(value)).join(", ")}${layout.close}`;
}

function indent(depth: number): string {
  return "    ".repeat(depth);
}
