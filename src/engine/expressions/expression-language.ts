import { beyondRoom, fitsInto, roomOfRecord } from "../../../packages/base/json/content-bounds.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import type { Result } from "../../../packages/base/result.ts";
import {
  configIn,
  decidedIn,
  findUnknown,
  isExpression,
  isUnknown,
  type Value,
} from "../../definitions/schema/value.ts";
import { replacePlaces } from "../../definitions/schema/walk-value.ts";
import { type Cel, loadCel } from "./cel.ts";
import { Effort } from "./effort.ts";
import { type Bindings, type EvaluationError, evaluate, type NodeBindings } from "./evaluate.ts";
import { mentionsExpression, parsePlainTemplate, parseTemplate } from "./parse-template.ts";
import type { ExpressionError, Template } from "./template.ts";

/** The result of resolving a value. */
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
  resolve(value: Value, bindings: NodeBindings): Resolved;
  /** The parser for CEL texts, null when nothing needed it. */
  readonly cel: Cel | null;
}

/** The language for a declaration; loads CEL only when an expression among `values` computes, or `always`. */
export async function expressionLanguage(values: Json, always = false): Promise<ExpressionLanguage> {
  const templates = new Map<string, Result<Template, readonly ExpressionError[]>>();
  const computing = gatherPlain(values, templates);
  const cel = always || computing ? await loadCel() : null;
  const parse = (text: string) => {
    const known = templates.get(text);
    if (known !== undefined) return known;
    const parsed = parseTemplate(text, cel);
    templates.set(text, parsed);
    return parsed;
  };
  const effort = new Effort();
  const resolve = (value: Value, bindings: NodeBindings) => {
    effort.renew();
    return resolveValue(value, bindings, parse, effort);
  };
  return { cel, parse, evaluate, resolve };
}

/** Parses the texts inside a value that can be without CEL; true where there are others. */
function gatherPlain(value: Json, templates: Map<string, Result<Template, readonly ExpressionError[]>>): boolean {
  if (typeof value === "string") {
    if (!mentionsExpression(value) || templates.has(value)) return false;
    const parsed = parsePlainTemplate(value);
    if (parsed !== null) templates.set(value, parsed);
    return parsed === null;
  }
  if (value === null || typeof value !== "object") return false;
  let computing = false;
  for (const key in value) {
    if (gatherPlain((value as JsonObject)[key] ?? null, templates)) computing = true;
  }
  return computing;
}

function resolveValue(
  value: Value,
  bindings: NodeBindings,
  parse: ExpressionLanguage["parse"],
  effort: Effort,
): Resolved {
  const waiting: { pointer: string; why: string }[] = [];
  const errors: { pointer: string; detail: string }[] = [];
  const resolved = replacePlaces(value, (part, here) => {
    if (part === null || typeof part !== "object") return part;
    if (isExpression(part)) {
      const parsed = parse(part.$expr);
      const all = {
        node: (name: string) => {
          const decided = decidedIn(part, name);
          return decided === undefined ? bindings.node(name) : decided;
        },
        config: (name: string) => configIn(part, name),
      };
      const result = parsed.ok ? evaluate(parsed.value, all, effort) : parsed;
      // Values that are made of values double with each expression: the first one that is too large is the last one.
      if (result.ok && !fitsInto(result.value as Json, roomOfRecord)) {
        errors.push({ pointer: here.pointer(), detail: beyondRoom("what an expression comes to", roomOfRecord) });
        return part;
      }
      if (!result.ok) {
        const detail = Array.isArray(result.error)
          ? (result.error[0] as ExpressionError).detail
          : (result.error as EvaluationError).detail;
        errors.push({ pointer: here.pointer(), detail });
        return part;
      }
      const unknown = findUnknown(result.value);
      if (unknown === undefined) return result.value;
      waiting.push({ pointer: here.pointer(), why: unknown.$unknown });
      return part;
    }
    if (!isUnknown(part)) return undefined;
    waiting.push({ pointer: here.pointer(), why: part.$unknown });
    return part;
  });
  return { value: resolved, waiting, errors };
}
