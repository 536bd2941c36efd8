import type { Shape, ShapeField, ShapeType } from "../shapes.ts";

/** Whether values are those that a program gives, or those that it gets. */
export type Direction = "input" | "output";

/** The type of a value in TypeScript. */
export function typeText(type: ShapeType, direction: Direction): string {
  const inside = (inner: ShapeType): string =>
    direction === "input" ? `Input<${typeText(inner, direction)}>` : typeText(inner, direction);
  switch (type.kind) {
    case "text":
      return textType(type.values, type.isOpen);
    case "boolean":
      return "boolean";
    case "integer":
      return "number";
    case "list":
      return `readonly ${bracketed(inside(type.items))}[]`;
    case "map":
      return `Readonly<Record<string, ${inside(type.values)}>>`;
    case "object":
      return shapeTypeName(type.shape, direction);
    case "union":
      return type.shapes.map((shape) => shapeTypeName(shape, direction)).join(" | ");
  }
}

/** An open list still gives completion: `"a" | "b" | (string & {})`. */
function textType(values: readonly string[] | undefined, isOpen: boolean): string {
  if (values === undefined) return "string";
  const listed = values.map((value) => JSON.stringify(value)).join(" | ");
  return isOpen ? `${listed} | (string & {})` : listed;
}

function bracketed(text: string): string {
  return text.includes("|") && !text.startsWith("Input<") ? `(${text})` : text;
}

/** Objects that are given are named `...Args`. */
export function shapeTypeName({ name }: Shape, direction: Direction): string {
  return direction === "input" && !name.endsWith("Args") && !name.endsWith("State") ? `${name}Args` : name;
}

/** One line of an interface. */
export function fieldLine({ name, type, required }: ShapeField, direction: Direction): string {
  const text = typeText(type, direction);
  if (direction === "input")
    return required
      ? `readonly ${name}: Input<${text}>;`
      : `readonly ${name}?: Input<${text} | undefined> | undefined;`;
  return required ? `readonly ${name}: ${text};` : `readonly ${name}?: ${text} | undefined;`;
}
