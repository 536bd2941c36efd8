import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import type { Cel } from "../../engine/expressions/cel.ts";
import type { Reference } from "../../engine/expressions/template.ts";
import { type ProgramPart, partsOf, referenceText } from "../program-parts.ts";
import type { ShapeType } from "../shapes.ts";
import type { Code } from "./typescript-layout.ts";
import { typeText } from "./typescript-types.ts";

/** What references are called in a program. */
export interface TypescriptScope {
  /** The variable of a reference's root, and the type of what it holds; undefined where it has none. */
  readonly rootOf: (reference: Reference) => { readonly variable: string; readonly type: ShapeType } | undefined;
  readonly cel: Cel | null;
}

/** A value of a declaration in TypeScript. */
export function typescriptValue(value: Json, type: ShapeType | undefined, scope: TypescriptScope): Code {
  if (typeof value === "string") return textValue(value, type, scope);
  if (Array.isArray(value)) {
    const items = type?.kind === "list" ? type.items : undefined;
    return { open: "[", items: value.map((item: Json) => ["", typescriptValue(item, items, scope)]), close: "]" };
  }
  if (!isJsonObject(value)) return String(value);
  return objectCode(
    Object.entries(value).map(
      ([name, member]) => [name, typescriptValue(member, memberType(type, name), scope)] as const,
    ),
  );
}

function memberType(type: ShapeType | undefined, name: string): ShapeType | undefined {
  if (type?.kind === "map") return type.values;
  return type?.kind === "object" ? type.shape.fields.find((field) => field.name === name)?.type : undefined;
}

/** `{ a: 1, "b-c": 2 }`. */
export function objectCode(members: readonly (readonly [name: string, value: Code])[]): Code {
  return {
    open: "{",
    items: members.map(([name, value]) => [name === value ? "" : `${propertyName(name)}: `, value] as const),
    close: "}",
  };
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function textValue(text: string, type: ShapeType | undefined, scope: TypescriptScope): Code {
  const parts = partsOf(text, scope.cel);
  const [only] = parts ?? [];
  // What can't be taken apart is told by the check, in the program's words as in those of the declaration.
  if (parts === undefined || only === undefined) return JSON.stringify(text);
  if (parts.length === 1) return only.kind === "text" ? JSON.stringify(only.text) : expression(only, type, scope);
  const inner = parts.map((part) =>
    part.kind === "text"
      ? templateText(part.text)
      : `\${${expression(part, { kind: "text", values: undefined, isOpen: true }, scope)}}`,
  );
  return `interpolate\`${inner.join("")}\``;
}

function expression(
  part: Exclude<ProgramPart, { readonly kind: "text" }>,
  type: ShapeType | undefined,
  scope: TypescriptScope,
): string {
  const pieces = part.kind === "reference" ? [part.reference] : part.pieces;
  const [only] = pieces;
  const direct =
    pieces.length === 1 && only !== undefined && typeof only !== "string" ? pathText(only, scope) : undefined;
  if (direct !== undefined) return direct;
  const inner = pieces.map((piece) => {
    if (typeof piece === "string") return templateText(piece);
    const path = pathText(piece, scope);
    return path === undefined ? templateText(referenceText(piece)) : `\${${path}}`;
  });
  return `cel${type === undefined ? "" : `<${typeText(type, "output")}>`}\`${inner.join("")}\``;
}

function templateText(text: string): string {
  return text.replace(/[`\\]|\$(?=\{)/g, (found) => `\\${found}`);
}

/** `portal.labels["team"]`; undefined where the path leads out of what is known. */
function pathText(reference: Reference, scope: TypescriptScope): string | undefined {
  const root = scope.rootOf(reference);
  if (root === undefined) return undefined;
  // A resource as a whole is no output; a look-up's result and a config value are.
  const isWhole =
    reference.kind === "config" || (root.type.kind === "object" && root.type.shape.name.endsWith("Result"));
  if (reference.path.length === 0 && !isWhole) return undefined;
  let text = root.variable;
  let type: ShapeType | undefined = root.type;
  for (const step of reference.path) {
    if (type?.kind === "list" && typeof step === "number") {
      text += `[${step}]`;
      type = type.items;
      continue;
    }
    type = typeof step === "string" ? memberType(type, step) : undefined;
    if (type === undefined) return undefined;
    text += /^[A-Za-z_]\w*$/.test(String(step)) && step !== "apply" ? `.${step}` : `[${JSON.stringify(step)}]`;
  }
  return text;
}
