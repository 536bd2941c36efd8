import { didYouMean } from "../../../packages/base/nearest-name.ts";
import { foreignReference } from "./foreign-reference.ts";
import { stepSchema } from "./schema-step.ts";
import type { ExpressionError, Reference } from "./template.ts";
import type { TypeScope } from "./type-scope.ts";
import type { ValueType } from "./value-type.ts";

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
    const detail = `there is no ${what} "${reference.name}"`;
    const way = isConfig ? undefined : foreignReference(reference, scope);
    if (way !== undefined) return { problem: { ...nowhere(reference, detail), ...way } };
    return { problem: leadsNowhere(reference, detail, reference.name, candidates, -1) };
  }
  const told = isConfig ? scope.stackOutputs?.(reference.name) : undefined;
  const [output] = reference.path;
  if (told !== undefined && output !== undefined && !told.names.some((each) => each === output)) {
    const detail = `stack \`${told.stack}\` has no output "${output}"`;
    return { problem: leadsNowhere(reference, detail, String(output), told.names, 0) };
  }
  let type = start;
  let name = isConfig ? `config.${reference.name}` : reference.name;
  for (const [index, segment] of reference.path.entries()) {
    const next = stepSchema(type, segment);
    if ("detail" in next) {
      const detail = `${name} ${next.detail}`;
      return { problem: leadsNowhere(reference, detail, String(segment), next.candidates, index) };
    }
    type = next.type;
    name = typeof segment === "number" ? `${name}[${segment}]` : `${name}.${segment}`;
  }
  return { type };
}

function nowhere({ offset, length }: Reference, detail: string): ExpressionError {
  return { code: "unknown-reference", detail, offset, length };
}

/** `wrongAt` is the segment that leads nowhere; -1 for the name. */
function leadsNowhere(
  reference: Reference,
  detail: string,
  wrong: string,
  candidates: Iterable<string>,
  wrongAt: number,
): ExpressionError {
  const { hint, fix: near } = didYouMean(wrong, candidates);
  const place = nowhere(reference, detail);
  if (hint === undefined || near === undefined) return { ...place, ...(hint === undefined ? {} : { hint }) };
  const path = reference.path.map((segment, index) => (index === wrongAt ? near : segment));
  const fix = written(reference, wrongAt < 0 ? near : reference.name, path);
  return { ...place, hint, ...(fix === undefined ? {} : { fix }) };
}

/** A reference as it is written with dots alone; undefined where that is not enough. */
function written({ via }: Reference, name: string, path: readonly (string | number)[]): string | undefined {
  const parts = [...(via === "name" ? [] : [via]), name, ...path];
  return parts.every((each) => typeof each === "string" && /^[A-Za-z_]\w*$/.test(each)) ? parts.join(".") : undefined;
}
