import { nearestName } from "../../../packages/base/nearest-name.ts";
import { stepSchema, type ValueType } from "./schema-step.ts";
import type { ExpressionError, Reference } from "./template.ts";

/** What the names of an expression stand for before anything has a value. */
export interface TypeScope {
  /** Schema of all outputs of a resource, or of the result of a look-up; undefined where there is no such node. */
  node(name: string): ValueType | undefined;
  /** Undefined where there is no such key. */
  config(name: string): ValueType | undefined;
  /** To guess from when a name is misspelt. */
  readonly nodeNames: Iterable<string>;
  readonly configNames: Iterable<string>;
  /** True where the value will be sealed: it can be passed on whole and nothing else. Absent: nothing is. */
  readonly isSecret?: (reference: Reference) => boolean;
}

/** The type of the value at a reference, or what is wrong with it. */
export function typeOfReference(
  reference: Reference,
  scope: TypeScope,
): { readonly type: ValueType } | { readonly problem: ExpressionError } {
  const isConfig = reference.kind === "config";
  const start = isConfig ? scope.config(reference.name) : scope.node(reference.name);
  if (start === undefined) {
    const what = isConfig ? "config value" : "resource or look-up";
    const candidates = isConfig ? scope.configNames : scope.nodeNames;
    return { problem: leadsNowhere(reference, `there is no ${what} "${reference.name}"`, reference.name, candidates) };
  }
  let type = start;
  let name = isConfig ? `config.${reference.name}` : reference.name;
  for (const segment of reference.path) {
    const next = stepSchema(type, segment);
    if ("detail" in next) {
      return { problem: leadsNowhere(reference, `${name} ${next.detail}`, String(segment), next.candidates) };
    }
    type = next.type;
    name = typeof segment === "number" ? `${name}[${segment}]` : `${name}.${segment}`;
  }
  return { type };
}

function leadsNowhere(
  { offset, length }: Reference,
  detail: string,
  wrong: string,
  candidates: Iterable<string>,
): ExpressionError {
  const near = nearestName(wrong, candidates);
  const place = { code: "unknown-reference", detail, offset, length } as const;
  return near === undefined ? place : { ...place, hint: `did you mean "${near}"?` };
}
