import type { CelInput } from "@bufbuild/cel";
import { weightOf } from "../../../packages/base/json/content-bounds.ts";
import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { findUnknown, isSecret, isUnknown, type UnknownMarker, type Value } from "../../definitions/schema/value.ts";
import type { CelVariables } from "./cel/cel-syntax.ts";
import { toCel } from "./cel/cel-values.ts";
import { Effort, tooMuchEffort } from "./effort.ts";
import { isSingleExpression, type Reference, type Template, type TemplatePart } from "./template.ts";

/** So many values take as long as a step to be handed over to CEL. */
const valuesOfStep = 4;

/** What the names of resources and look-ups stand for in one evaluation. */
export interface NodeBindings {
  /** All outputs of a resource, or the result of a look-up; an unknown marker where nothing is known yet. */
  node(name: string): Value | undefined;
}

/** The same for all names of an expression. */
export interface Bindings extends NodeBindings {
  config(name: string): Value | undefined;
}

/** Why an expression has no value; the place counts UTF-16 units in the template's source. */
export interface EvaluationError {
  readonly detail: string;
  readonly offset: number;
  readonly length: number;
}

/**
 * The value of a template. A string that is one expression keeps the value's type; otherwise the result is text. When
 * something that is read is unknown or holds an unknown, that marker is the result.
 */
export function evaluate(
  template: Template,
  bindings: Bindings,
  effort: Effort = new Effort(),
): Result<Value, EvaluationError> {
  const [only] = template.parts;
  if (only !== undefined && isSingleExpression(template)) return evaluatePart(only, bindings, effort);
  let text = "";
  let unknown: UnknownMarker | undefined;
  for (const part of template.parts) {
    const value = evaluatePart(part, bindings, effort);
    if (!value.ok) return value;
    if (isUnknown(value.value)) {
      unknown ??= value.value;
      continue;
    }
    const printed = print(value.value, part);
    if (!printed.ok) return printed;
    text += printed.value;
  }
  return ok(unknown ?? text);
}

function evaluatePart(part: TemplatePart, bindings: Bindings, effort: Effort): Result<Value, EvaluationError> {
  if (part.kind === "text") return ok(part.text);
  if (part.kind === "path") {
    const value = follow(part.reference, bindings);
    return value.ok ? ok(findUnknown(value.value) ?? value.value) : value;
  }
  const variables = celVariables(part.references, bindings, effort);
  if (!variables.ok) return variables;
  if (variables.value.unknown !== undefined) return ok(variables.value.unknown);
  const result = part.program.run(variables.value.bound, effort);
  if (result.ok) return result;
  return err({ detail: result.error.detail, offset: part.offset + result.error.offset, length: result.error.length });
}

/**
 * The value at a reference; an unknown on the way there is the value, and what a platform left out has no members
 * either.
 */
function follow(reference: Reference, bindings: Bindings): Result<Value, EvaluationError> {
  const start = root(reference, bindings);
  if (!start.ok) return start;
  let value = start.value;
  let name = reference.name;
  for (const segment of reference.path) {
    if (isUnknown(value) || value === null) return ok(value);
    const next = step(value, segment);
    if (next === undefined) return failure(reference, `${name} ${whyNot(value, segment)}`);
    value = next;
    name += inPath(segment);
  }
  return ok(value);
}

function root(reference: Reference, bindings: Bindings): Result<Value, EvaluationError> {
  const value = reference.kind === "config" ? bindings.config(reference.name) : bindings.node(reference.name);
  return value === undefined ? failure(reference, `${reference.name} has no value`) : ok(value);
}

function step(value: Value, segment: string | number): Value | undefined {
  if (isSecret(value)) return undefined;
  if (Array.isArray(value)) return typeof segment === "number" ? value[segment] : undefined;
  if (!isJsonObject(value) || typeof segment === "number") return undefined;
  const key = segment.startsWith("$") ? `$${segment}` : segment;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function whyNot(value: Value, segment: string | number): string {
  if (isSecret(value)) return "is secret, and parts of a secret can't be read";
  if (Array.isArray(value))
    return typeof segment === "number"
      ? `has ${value.length} items, so there is no ${describe(segment)}`
      : `is a list and has no ${describe(segment)}`;
  return `has no ${describe(segment)}`;
}

function describe(segment: string | number): string {
  return typeof segment === "number" ? `item ${segment}` : `field "${segment}"`;
}

/** The variables of a computation, unless one of them is secret or (the unknown to give instead) not known. */
function celVariables(
  references: readonly Reference[],
  bindings: Bindings,
  effort: Effort,
): Result<{ readonly bound: CelVariables; readonly unknown: UnknownMarker | undefined }, EvaluationError> {
  const spaces = new Map<string, Map<string, CelInput>>();
  const names = new Map<string, CelInput>();
  let unknown: UnknownMarker | undefined;
  for (const reference of references) {
    const value = root(reference, bindings);
    if (!value.ok) return value;
    // Only the part that is referred to matters; CEL itself reports the fields that are not there.
    let part: Value | undefined = value.value;
    for (const segment of reference.path) {
      if (part === undefined || part === null || isUnknown(part) || isSecret(part)) break;
      part = step(part, segment);
    }
    if (holdsSecret(part)) return failure(reference, "a secret in a computation is not supported yet");
    unknown ??= findUnknown(part);
    if (unknown !== undefined) continue;
    if (!effort.affords(weightOf(value.value as Json, Number.POSITIVE_INFINITY) / valuesOfStep))
      return failure(reference, tooMuchEffort);
    if (reference.via === "name") {
      if (!names.has(reference.name)) names.set(reference.name, toCel(value.value));
      continue;
    }
    const space = spaces.get(reference.via) ?? new Map<string, CelInput>();
    if (!space.has(reference.name)) space.set(reference.name, toCel(value.value));
    spaces.set(reference.via, space);
  }
  return ok({ bound: Object.fromEntries<CelInput>([...names, ...spaces]), unknown });
}

function holdsSecret(value: Value | undefined): boolean {
  if (value === undefined || value === null || typeof value !== "object") return false;
  if (isSecret(value)) return true;
  return Object.values(value).some((member: Value) => holdsSecret(member));
}

function print(value: Value, part: TemplatePart): Result<string, EvaluationError> {
  if (typeof value === "string") return ok(value);
  if (typeof value === "number" || typeof value === "boolean") return ok(String(value));
  const place = part.kind === "text" ? { offset: 0, length: 0 } : { offset: part.offset, length: part.length };
  if (isSecret(value)) return err({ detail: "a secret in a computation is not supported yet", ...place });
  const what = value === null ? "null" : Array.isArray(value) ? "a list" : "an object";
  const subject = part.kind === "path" ? nameOf(part.reference) : "the result of the expression";
  return err({ detail: `${subject} is ${what}, which can't be written into a text`, ...place });
}

/** A reference as it is written. */
function nameOf({ kind, name, path }: Reference): string {
  return path.reduce<string>((whole, segment) => whole + inPath(segment), kind === "config" ? `config.${name}` : name);
}

function inPath(segment: string | number): string {
  return typeof segment === "number" ? `[${segment}]` : `.${segment}`;
}

function failure(reference: Reference, detail: string): { readonly ok: false; readonly error: EvaluationError } {
  return err({ detail, offset: reference.offset, length: reference.length });
}
