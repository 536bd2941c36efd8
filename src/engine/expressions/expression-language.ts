import type { Json, JsonObject } from "../../base/json.ts";
import { pointer } from "../../base/pointer.ts";
import type { Result } from "../../base/result.ts";
import { findUnknown, isExpression, isUnknown, type Value } from "../../definitions/schema/value.ts";
import { type Cel, loadCel } from "./cel.ts";
import { type Bindings, type EvaluationError, evaluate } from "./evaluate.ts";
import { mentionsExpression, needsCel, parseTemplate } from "./parse-template.ts";
import type { ExpressionError, Template } from "./template.ts";

/** What resolving a value came to. */
export interface Resolved {
  /** Expressions that could be evaluated are replaced by their values; those that wait for an unknown stay markers. */
  readonly value: Value;
  /** Where an expression waits, and for what. */
  readonly waiting: readonly { readonly pointer: string; readonly why: string }[];
  readonly errors: readonly { readonly pointer: string; readonly detail: string }[];
}

/** Parses each text once and evaluates as often as asked; the CEL library is there when some text needs it. */
export interface ExpressionLanguage {
  parse(text: string): Result<Template, readonly ExpressionError[]>;
  evaluate(template: Template, bindings: Bindings): Result<Value, EvaluationError>;
  /** Evaluates every expression marker inside a value. */
  resolve(value: Value, bindings: Bindings): Resolved;
  /** The parser for CEL texts, null when nothing needed it. */
  readonly cel: Cel | null;
}

/** The language for a declaration; loads CEL only when an expression among `values` computes, or `always`. */
export async function expressionLanguage(values: Json, always = false): Promise<ExpressionLanguage> {
  const cel = always || someText(values, needsCel) ? await loadCel() : null;
  const templates = new Map<string, Result<Template, readonly ExpressionError[]>>();
  const parse = (text: string) => {
    const known = templates.get(text);
    if (known !== undefined) return known;
    const parsed = parseTemplate(text, cel);
    templates.set(text, parsed);
    return parsed;
  };
  return { cel, parse, evaluate, resolve: (value, bindings) => resolveValue(value, bindings, parse) };
}

function someText(value: Json, test: (text: string) => boolean): boolean {
  if (typeof value === "string") return mentionsExpression(value) && test(value);
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some((item: Json) => someText(item, test));
  for (const key of Object.keys(value)) if (someText((value as JsonObject)[key] ?? null, test)) return true;
  return false;
}

function resolveValue(value: Value, bindings: Bindings, parse: ExpressionLanguage["parse"]): Resolved {
  const waiting: { pointer: string; why: string }[] = [];
  const errors: { pointer: string; detail: string }[] = [];
  // Where the walk is; written out only where something is to be told of a place.
  const path: (string | number)[] = [];
  const here = () => pointer("", ...path);
  const walk = (current: Value): Value => {
    if (current === null || typeof current !== "object") return current;
    if (isExpression(current)) {
      const parsed = parse(current.$expr);
      const result = parsed.ok ? evaluate(parsed.value, bindings) : parsed;
      if (!result.ok) {
        const detail = Array.isArray(result.error)
          ? (result.error[0] as ExpressionError).detail
          : (result.error as EvaluationError).detail;
        errors.push({ pointer: here(), detail });
        return current;
      }
      const unknown = findUnknown(result.value);
      if (unknown === undefined) return result.value;
      waiting.push({ pointer: here(), why: unknown.$unknown });
      return current;
    }
    if (isUnknown(current)) {
      waiting.push({ pointer: here(), why: current.$unknown });
      return current;
    }
    return Array.isArray(current) ? items(current) : members(current as JsonObject);
  };
  // What holds no expression is passed on as it is, not copied.
  const items = (list: readonly Value[]): Value => {
    let copy: Value[] | undefined;
    for (const [index, item] of list.entries()) {
      const resolved = step(index, item);
      if (resolved === item) continue;
      copy ??= [...list];
      copy[index] = resolved;
    }
    return copy ?? list;
  };
  const members = (object: JsonObject): Value => {
    let copy: Record<string, Value> | undefined;
    for (const key of Object.keys(object)) {
      const member = object[key] ?? null;
      const resolved = step(key, member);
      if (resolved === member) continue;
      copy ??= { ...object };
      copy[key] = resolved;
    }
    return copy ?? object;
  };
  const step = (segment: string | number, member: Value): Value => {
    path.push(segment);
    const resolved = walk(member);
    path.pop();
    return resolved;
  };
  return { value: walk(value), waiting, errors };
}
