import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import type { Cel } from "../../engine/expressions/cel.ts";
import type { Reference } from "../../engine/expressions/template.ts";
import { type ProgramPart, partsOf, referenceText } from "../program-parts.ts";
import type { Shape, ShapeType } from "../shapes.ts";
import type { Layout } from "./python-layout.ts";
import { pythonNames } from "./python-names.ts";
import { pythonString } from "./python-text.ts";

/** A variable from which references lead on. */
export interface Root {
  readonly variable: string;
  readonly type: ShapeType;
  /** Whether the variable itself can be used as a value; a resource can't. */
  readonly isOutput: boolean;
}

/** What references are called in a program. */
export interface Scope {
  /** What a reference begins with; undefined where no variable stands for it. */
  readonly rootOf: (reference: Reference) => Root | undefined;
  readonly cel: Cel | null;
}

/** A value of a declaration in Python; fields of known objects have the names that they have there. */
export function pythonValue(value: Json, type: ShapeType | undefined, scope: Scope): Layout {
  if (typeof value === "string") return textValue(value, scope);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const items = type?.kind === "list" ? type.items : undefined;
    return { open: "[", items: value.map((item: Json) => ["", pythonValue(item, items, scope)]), close: "]" };
  }
  if (!isJsonObject(value)) return "None";
  const members = type?.kind === "object" ? fieldValues(value, type.shape, scope) : mapValues(value, type, scope);
  return { open: "{", items: members.map(([name, member]) => [`${pythonString(name)}: `, member]), close: "}" };
}

/** The fields of an object under their Python names; fields that the shape has not are left as they are. */
export function fieldValues(value: JsonObject, shape: Shape, scope: Scope): readonly (readonly [string, Layout])[] {
  const names = pythonNames(shape.fields.map((field) => field.name));
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([name, member]) => {
      const type = shape.fields.find((field) => field.name === name)?.type;
      return [names.get(name) ?? name, pythonValue(member, type, scope)] as const;
    });
}

function mapValues(
  value: JsonObject,
  type: ShapeType | undefined,
  scope: Scope,
): readonly (readonly [string, Layout])[] {
  const inner = type?.kind === "map" ? type.values : undefined;
  return Object.entries(value).map(([name, member]) => [name, pythonValue(member, inner, scope)] as const);
}

function textValue(text: string, scope: Scope): Layout {
  const parts = partsOf(text, scope.cel);
  const [only] = parts ?? [];
  // What can't be taken apart is told by the check, in the program's words as in those of the declaration.
  if (parts === undefined || only === undefined) return pythonString(text);
  if (parts.length === 1) return only.kind === "text" ? pythonString(only.text) : expression(only, scope);
  const template = parts.map((part) => (part.kind === "text" ? braced(part.text) : "{}")).join("");
  const values = parts.filter((part) => part.kind !== "text").map((part) => expression(part, scope));
  return call("plumb.Output.format", [pythonString(template), ...values]);
}

function expression(part: Exclude<ProgramPart, { readonly kind: "text" }>, scope: Scope): Layout {
  if (part.kind === "reference") {
    const path = pathText(part.reference, scope);
    return path ?? call("plumb.cel", [pythonString(braced(referenceText(part.reference)))]);
  }
  const values: string[] = [];
  const template = part.pieces.map((piece) => {
    if (typeof piece === "string") return braced(piece);
    const path = pathText(piece, scope);
    if (path === undefined) return braced(referenceText(piece));
    values.push(path);
    return "{}";
  });
  return call("plumb.cel", [pythonString(template.join("")), ...values]);
}

/** `portal.labels["team"]`; undefined where the path leads out of what is known. */
function pathText(reference: Reference, scope: Scope): string | undefined {
  const root = scope.rootOf(reference);
  if (root === undefined) return undefined;
  let text = root.variable;
  let type = root.type;
  for (const step of reference.path) {
    const next = stepInto(type, step);
    if (next === undefined) return undefined;
    text += next.text;
    type = next.type;
  }
  return reference.path.length > 0 || root.isOutput ? text : undefined;
}

function stepInto(
  type: ShapeType,
  step: string | number,
): { readonly text: string; readonly type: ShapeType } | undefined {
  if (type.kind === "list" && typeof step === "number") return { text: `[${step}]`, type: type.items };
  if (type.kind === "map" && typeof step === "string") return { text: `[${pythonString(step)}]`, type: type.values };
  if (typeof step !== "string" || (type.kind !== "object" && type.kind !== "union")) return undefined;
  const shapes = type.kind === "object" ? [type.shape] : type.shapes;
  for (const shape of shapes) {
    const field = shape.fields.find(({ name }) => name === step);
    const name = pythonNames(shape.fields.map((each) => each.name)).get(step);
    if (field !== undefined && name !== undefined) return { text: `.${name}`, type: field.type };
  }
  return undefined;
}

/** A call with arguments in their order. */
function call(name: string, values: readonly Layout[]): Layout {
  return { open: `${name}(`, items: values.map((value) => ["", value] as const), close: ")" };
}

function braced(text: string): string {
  return text.replaceAll("{", "{{").replaceAll("}", "}}");
}
