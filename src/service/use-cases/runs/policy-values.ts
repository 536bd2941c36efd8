import { isJsonObject, type Json, type JsonObject, ownMember } from "../../../../packages/base/json/json.ts";
import { dottedPointer, pointerSegments, valueAt } from "../../../../packages/base/json/pointer.ts";
import { secretMask } from "../../../../packages/base/text/secret-mask.ts";
import type { Grants, ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { type PlacedValue, withValues } from "../../../definitions/schema/place-values.ts";
import { secretPlaces } from "../../../definitions/schema/secret-values.ts";
import { holdsMarker, type Value } from "../../../definitions/schema/value.ts";
import type { Prior, Step } from "../../../engine/plan/plan.ts";
import { sentInputs } from "../../../engine/plan/values/sent-inputs.ts";

/** Values as policies read them: those that are written by name, and what stands there under `old.NAME`. */
type PolicyValues = Readonly<Record<string, string>>;

const notKnown = "(not known)";

/** What a step writes on its own object, and what stands there; undefined where it writes nothing. */
export function writtenValues(step: Step): PolicyValues | undefined {
  if (step.kind === "write") return valuesOf(sentInputs(step), step.prior, step.write);
  if (step.kind !== "removal" || step.how !== "restore") return undefined;
  const cleared = step.fields.map(({ path }) => pointerSegments(path)[0] ?? "");
  return valuesOf(step.restore ?? {}, step.prior, cleared);
}

/** What a step brings back beside its object: each grant as a write of its own would be asked about. */
export function valuesBroughtBack(step: Step, { grants }: Pick<ResourceDefinition, "grants">): readonly PolicyValues[] {
  if ((step.kind !== "write" && step.kind !== "removal") || grants?.beside === undefined) return [];
  const { restores = [] } = step;
  if (restores.length === 0) return [];
  const beside = step.kind === "write" ? sentInputs(step) : { ...step.prior?.outputs, ...step.identity.variables };
  return restores.flatMap(({ content }) => heldBy(content, grants).map((held) => valuesOf(withValues(beside, held))));
}

/**
 * What a step takes away of others on its physical object: each grant as its own deletion would be asked about, by what
 * stands there. Of one that no look has shown alone nothing is known but that it goes.
 */
export function valuesTakenAway(step: Step, { grants }: Pick<ResourceDefinition, "grants">): readonly PolicyValues[] {
  if (step.kind !== "write") return [];
  const { displaces = [], displaced = [] } = step;
  return displaces.flatMap((words) => {
    const known = displaced.find((each) => each.words === words);
    if (grants?.beside === undefined || known === undefined) return [unknownGrant(grants)];
    return heldBy(known.content, grants).map((held) => asOld(valuesOf(withValues(sentInputs(step), held))));
  });
}

function unknownGrant(grants: Grants | undefined): PolicyValues {
  const names = grants === undefined ? [] : [grants.who, grants.what, grants.when ?? []].flat();
  return asOld(Object.fromEntries(names.map((name) => [name, notKnown])));
}

function asOld(values: PolicyValues): PolicyValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`old.${name}`, value]));
}

/** A grant of others as the inputs that would make it, for each who holds it. */
function heldBy(content: Json, { who, what, when, beside }: Grants): readonly (readonly PlacedValue[])[] {
  if (!isJsonObject(content) || beside === undefined) return [];
  const at = (path: string | undefined) =>
    path === undefined ? null : (valueAt(content, dottedPointer(path)) ?? null);
  const holders = at(beside.who);
  return (Array.isArray(holders) ? holders : [holders]).map((holder: Json) => [
    { path: dottedPointer(who), value: holder },
    { path: dottedPointer(what), value: at(beside.what) },
    ...(when === undefined ? [] : [{ path: dottedPointer(when), value: at(beside.when) }]),
  ]);
}

/** `cleared`: names of what is written as well, and may have no value any more. */
function valuesOf(inputs: JsonObject, prior: Prior | null = null, cleared: readonly string[] = []): PolicyValues {
  const old = [...new Set([...Object.keys(inputs), ...cleared])].flatMap((name) => {
    const value = ownMember(prior?.outputs ?? {}, name) ?? null;
    return value === null ? [] : [[`old.${name}`, policyText(value)] as const];
  });
  const written = Object.entries(inputs).flatMap(([name, value]) =>
    value === null ? [] : [[name, policyText(value)] as const],
  );
  return Object.fromEntries([...written, ...old]);
}

function policyText(value: Value): string {
  if (secretPlaces(value).length > 0) return secretMask;
  if (holdsMarker(value)) return notKnown;
  return typeof value === "string" ? value : JSON.stringify(value);
}
