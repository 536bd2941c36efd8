import type { JsonObject } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments, valueAt } from "../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { secretMask } from "../../../packages/base/text/secret-mask.ts";
import { vendorLimitBreaches } from "../../definitions/schema/checks/vendor-limits.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { fieldOf } from "../../definitions/schema/field-schema.ts";
import type { Overwritten } from "../state/drift/overwritten.ts";

/**
 * What a careful colleague says about writing `changed` of these inputs: vendors' limits and refusals, bindings that go
 * away.
 */
export function writeAdvice(
  address: string,
  definition: ResourceDefinition,
  inputs: JsonObject,
  changed: readonly string[],
  isUpdate: boolean,
  displaces: readonly string[],
): readonly Problem[] {
  const at = (path: string) => ({ address, pointer: `${pointer("/resources", address, "properties")}${path}` });
  const limits = vendorLimitBreaches(definition.inputs, inputs)
    .filter((breach) => changed.includes(pointerSegments(breach.pointer)[0] ?? ""))
    .map((breach) => problem("vendor-limit", breach.says, at(breach.pointer)));
  const refusals = changed
    .filter((field) => isUpdate && fieldOf(definition.inputs, field)?.vendorRefusesUpdate === true)
    .map((field) =>
      problem(
        "vendor-refuses-update",
        `the vendor does not document \`${field}\` as updatable; name it in \`replaceOnChanges\` to replace instead`,
        at(pointer("", field)),
      ),
    );
  const lost = displaces.map((binding) => problem("bindings-lost", `this removes ${binding}`, { address }));
  return [...limits, ...refusals, ...lost];
}

/** What comes back beside an object. */
export function grantAdvice(
  address: string,
  restores: readonly Overwritten[],
  by: "the run" | "its first write",
): readonly Problem[] {
  return restores.map(({ words }) =>
    problem("brought-back", `this brings back ${words}, which ${by} overwrote`, { address }),
  );
}

/** A warning when going from one value to another leads to a less strict one. */
export function strictnessAdvice(
  address: string,
  definition: ResourceDefinition,
  from: JsonObject | null,
  to: JsonObject | null,
): readonly Problem[] {
  const { strictness } = definition;
  if (strictness === undefined || from === null) return [];
  const path = pointer("", ...strictness.field.split("."));
  // Without a value the platform falls back to its widest.
  const widest = strictness.strictestFirst.at(-1) ?? "";
  const valueIn = (object: JsonObject | null) => {
    const value = valueAt(object ?? {}, path) ?? widest;
    return typeof value === "string" ? value : secretMask;
  };
  // A value that is not known here may be stricter than all that are.
  const rank = (value: string) => strictness.strictestFirst.indexOf(value);
  const [before, after] = [valueIn(from), valueIn(to)];
  if (rank(after) <= rank(before)) return [];
  return [problem("widens-rights", `\`${strictness.field}\` goes from ${before} to ${after}`, { address })];
}
