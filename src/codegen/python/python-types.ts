import type { ShapeType } from "../shapes.ts";
import { pythonString } from "./python-text.ts";

/** Type of a value that was read: what `apply` sees and look-ups give. */
export function readType(type: ShapeType): string {
  switch (type.kind) {
    case "text":
      return textType(type.values, type.isOpen);
    case "boolean":
      return "bool";
    case "integer":
      return "int";
    case "list":
      return `List[${readType(type.items)}]`;
    case "map":
      return `Mapping[str, ${readType(type.values)}]`;
    case "object":
      return type.shape.name;
    case "union":
      return `Union[${type.shapes.map((shape) => shape.name).join(", ")}]`;
  }
}

/** Type of an input: plain values, outputs, and both at every level inside. */
export function inputType(type: ShapeType, isOptional: boolean): string {
  const plain = declaredType(type);
  if (type.kind === "text" && type.values !== undefined && !type.isOpen) {
    // Of an output it is known only later which text it is.
    const word = `Union[${plain}, Output[${isOptional ? "Optional[str]" : "str"}]]`;
    return isOptional ? `Optional[${word}]` : word;
  }
  return `Input[${isOptional ? `Optional[${plain}]` : plain}]`;
}

function declaredType(type: ShapeType): string {
  switch (type.kind) {
    case "list":
      return `${listType(type.items)}[${inputType(type.items, false)}]`;
    case "map":
      return `Mapping[str, ${inputType(type.values, false)}]`;
    case "object":
      return `Union[${type.shape.name}Args, ${type.shape.name}ArgsDict]`;
    case "union":
      return `Union[${type.shapes.map((shape) => `${shape.name}ArgsDict`).join(", ")}]`;
    default:
      return readType(type);
  }
}

/** A plain text is a sequence of texts as well, and must not pass for a list of them. */
function listType(items: ShapeType): "Listing" | "Sequence" {
  return items.kind === "text" && (items.values === undefined || items.isOpen) ? "Listing" : "Sequence";
}

/** Type of a qualifier of `get`. */
export function stateType(type: ShapeType): string {
  switch (type.kind) {
    case "list":
      return `Input[${listType(type.items)}[${stateType(type.items)}]]`;
    case "map":
      return `Input[Mapping[str, ${stateType(type.values)}]]`;
    case "object":
      return `Input[${type.shape.name}State]`;
    case "union":
      return `Input[Union[${type.shapes.map((shape) => `${shape.name}State`).join(", ")}]]`;
    default:
      return inputType(type, false);
  }
}

/** Class of an output of this type. */
export function outputClass(type: ShapeType): string {
  switch (type.kind) {
    case "list":
      return type.items.kind === "object" || type.items.kind === "union"
        ? `${objectName(type.items)}ListOutput`
        : "ListOutput";
    case "map":
      return "MapOutput";
    case "object":
    case "union":
      return `${objectName(type)}Output`;
    default:
      return "Output";
  }
}

/** Type of an output; `isNullable` where the platform may have no value. */
export function outputType(type: ShapeType, isNullable: boolean): string {
  const name = outputClass(type);
  if (type.kind === "object" || type.kind === "union" || name.endsWith("ListOutput") === false) {
    if (type.kind === "map") return `MapOutput[${readType(type.values)}]`;
    if (name !== "Output") return name;
    return isNullable ? `Output[Optional[${readType(type)}]]` : `Output[${readType(type)}]`;
  }
  if (name === "ListOutput" && type.kind === "list") return `ListOutput[${readType(type.items)}]`;
  return name;
}

/** The name that classes for an object, or for any of several objects, begin with. */
export function objectName(type: ShapeType): string {
  if (type.kind === "object") return type.shape.name;
  if (type.kind !== "union") return "";
  const [first, ...rest] = type.shapes.map((shape) => shape.name);
  // The words that all variants end with: `...ApprovalRule`, `...ExpirationRule` -> `Rule`, and those they begin with.
  return rest.reduce((common, name) => commonWords(common, name), first ?? "");
}

function commonWords(one: string, other: string): string {
  const [a, b] = [words(one), words(other)];
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [...a.slice(0, start), ...a.slice(a.length - end)].join("");
}

function words(name: string): readonly string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*/g) ?? [name];
}

function textType(values: readonly string[] | undefined, isOpen: boolean): string {
  if (values === undefined) return "str";
  const literal = `Literal[${values.map(pythonString).join(", ")}]`;
  return isOpen ? `Union[${literal}, str]` : literal;
}
