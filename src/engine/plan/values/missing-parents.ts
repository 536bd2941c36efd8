import { isJsonObject, jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { ResourceDefinition } from "../../../definitions/schema/definition.ts";
import { holderOf } from "../../../definitions/schema/lies-in.ts";
import { isMarker, type Value } from "../../../definitions/schema/value.ts";
import type { Observed } from "../../state/snapshot.ts";
import type { WriteStep } from "../plan.ts";
import type { Planning } from "../planning.ts";
import type { Holders } from "../removals/bind-to-holders.ts";

/**
 * Warns of each object that is to be made in something that is not there, and that this plan does not make, or that is
 * of a kind in which the platform makes none, and blocks its step; and of what names an object that belongs to
 * something else. To be asked when all that is declared is planned.
 */
export function blockWithoutParents(planning: Planning, parentsAt: Holders): void {
  const blocked = new Map<string, Problem>();
  for (const step of planning.steps) {
    if (step.kind !== "write") continue;
    tellOfWrongLink(step, planning);
    if (step.action !== "create" && step.action !== "replace") continue;
    const why = whyRefused(step, parentsAt(step), planning);
    if (why === undefined) continue;
    const { address } = step;
    planning.complain("parent-missing", why, { address });
    if (step.blocked === undefined) blocked.set(address, problem("holder-missing", why, { address }));
  }
  if (blocked.size > 0) block(blocked, planning);
}

/** Blocks what makes an object, and with it the removal of the one that it was to replace. */
function block(blocked: ReadonlyMap<string, Problem>, { steps }: Planning): void {
  steps.forEach((step, index) => {
    const why = blocked.get(step.address);
    if (why === undefined) return;
    if (step.kind === "write") steps[index] = { ...step, blocked: why };
    if (step.kind === "removal" && step.by === "replace") steps[index] = { ...step, blocked: step.blocked ?? why };
  });
}

/** Also an update may write under another name than before. */
function tellOfWrongLink({ address, type, provider, identity }: WriteStep, planning: Planning): void {
  if (identity === null) return;
  const there = planning.observed(provider.cloudId, planning.definition(type), identity.id);
  if (there.kind !== "absent" || there.refused === undefined) return;
  planning.complain("wrong-link", `the platform would refuse \`${identity.id}\`: ${there.refused}`, { address });
}

function whyRefused(
  { address, type, provider, identity }: WriteStep,
  parentsHere: readonly string[],
  planning: Planning,
): string | undefined {
  if (identity === null) return undefined;
  const definition = planning.definition(type);
  const there = planning.observed(provider.cloudId, definition, identity.id);
  if (there.kind === "absent" && there.lacksParent !== undefined)
    return `what \`${identity.id}\` lies in is not there: ${there.lacksParent}`;
  const parent = holderOf(definition, identity.variables, planning.catalog);
  if (parent === undefined) return undefined;
  const [here] = parentsHere;
  if (here !== undefined) return unfit(definition, parent.id, planning.bindings.node(here));
  const seen = planning.snapshot.parents.get(address);
  if (seen === undefined || seen.kind === "unreadable") return undefined;
  return goneParent(parent.id, seen) ?? unfit(definition, parent.id, seen.kind === "present" ? seen.outputs : {});
}

function goneParent(id: string, seen: Observed): string | undefined {
  const isThere = seen.kind === "present" && !seen.deleted;
  return isThere ? undefined : `it lies in \`${id}\`, which is not there, and which this stack does not make`;
}

/** Why the platform makes none of the kind in what is there; undefined where nothing is known against it. */
function unfit({ refusedIn = {} }: ResourceDefinition, id: string, parent: Value | undefined): string | undefined {
  if (parent === undefined || isMarker(parent) || !isJsonObject(parent)) return undefined;
  for (const [field, refused] of Object.entries(refusedIn)) {
    const value = ownMember(parent, field);
    if (value !== undefined && jsonEqual(value, refused))
      return `it lies in \`${id}\`, whose \`${field}\` is ${String(refused)}: the platform makes none there`;
  }
  return undefined;
}
