import type { JsonObject } from "../../../packages/base/json/json.ts";
import { pointer } from "../../../packages/base/json/pointer.ts";
import { validateValue } from "../../definitions/schema/checks/validate-value.ts";
import { echoIdentity } from "../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { parseId } from "../../definitions/schema/identity/identity.ts";
import { secretNames } from "../../definitions/schema/identity/identity-variables.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import { holderOf } from "../../definitions/schema/lies-in.ts";
import { withheldPlace } from "../../definitions/schema/secret-values.ts";
import { findUnknown, unknown, withheldDetail } from "../../definitions/schema/value.ts";
import { levelMistake } from "../check/check-providers.ts";
import type { CheckedProvider, ResourceNode } from "../check/checked-declaration.ts";
import { type Desired, desiredOf } from "../check/desired.ts";
import { withStoodBefore } from "../state/records/readied.ts";
import type { RecordedOptions, ResourceRecord } from "../state/records/record.ts";
import { withIgnoredInputs } from "./drift/ignored-inputs.ts";
import { planManaged } from "./plan-managed.ts";
import { planNew } from "./plan-new.ts";
import type { PlannedProvider, Planning } from "./planning.ts";
import { type Case, complainOfOtherStack } from "./resource-case.ts";
/** Decides what happens to a declared resource, and what others may expect to read of it afterwards. */
export function planResource(declared: ResourceNode, planning: Planning): void {
  const definition = planning.definition(declared.type);
  const { address } = declared;
  const chosen = planning.provider(declared.provider);
  if (chosen.kind === "waiting") {
    planning.setOutputs(address, unknown(chosen.why));
    const isImport = declared.options.import !== undefined && !planning.state.records.has(address);
    return planning.postpone(address, chosen.why, isImport ? ["import"] : ["create", "update"]);
  }
  const { checked: provider } = chosen;
  const inverse = planning.undo?.inverses.get(address);
  const recorded = inverse === undefined ? chosen.recorded : { ...chosen.recorded, ref: inverse.providerRef };
  checkLevel(declared, definition, provider, planning);
  const desiredBy = (node: ResourceNode) =>
    desiredOf(
      node,
      definition,
      provider,
      planning.language,
      planning.bindings,
      planning.snapshot.found.get(address)?.values ?? {},
    );
  const record = planning.recordFor(address, definition, recorded.cloudId, () => desiredBy(declared).identity);
  const before = oldInputs(declared, definition, record, chosen, desiredBy, planning);
  const node = before === null ? declared : withIgnoredInputs(declared, definition, before, planning);
  const desired = desiredBy(node);
  planning.identities.set(address, { type: node.type, cloudId: recorded.cloudId, identity: desired.identity });
  const known: Case = {
    node,
    definition,
    provider: recorded,
    desired,
    planning,
    options: inverse?.options ?? optionsOf(node, definition, record),
    ...(inverse === undefined ? {} : { inverse }),
    ...newObject(declared, definition, record, node, desiredBy, planning),
  };
  for (const { pointer, detail } of desired.errors) {
    planning.complain("expression-failed", detail, {
      address: node.address,
      pointer: `/resources/${node.address}/properties${pointer}`,
    });
  }
  for (const each of validateValue(definition.inputs, desired.inputs)) {
    planning.complain(each.code, each.detail, {
      address: node.address,
      pointer: `/resources/${node.address}/properties${each.pointer}`,
      hint: each.hint,
    });
  }
  for (const field of secretNames(definition, desired.inputs)) {
    planning.complain(
      "value-not-allowed",
      `\`${field}\` names the object and is shown everywhere: it can't be secret`,
      {
        address: node.address,
        pointer: pointer("/resources", node.address, "properties", ...field.split(".")),
      },
    );
  }
  const withheld = withheldPlace(desired.inputs);
  if (withheld !== undefined)
    planning.complain("value-not-allowed", `${withheldDetail}; give the value by \`config\` of this stack`, {
      address: node.address,
      pointer: `/resources/${node.address}/properties${withheld}`,
    });
  const taken = takenElsewhere(known, record);
  if (taken !== null) return planning.setOutputs(address, unknown(taken));
  const begun = planning.steps.length;
  if (record !== undefined && record.type === node.type) planManaged(known, record);
  else planNew(known, record);
  postponeUnknown(declared, begun, planning);
  followPostponed(known, begun);
  showMove(node, begun, planning);
}

/**
 * Why nothing is told of an object, after a problem: another stack manages it, so that neither its values nor how
 * they compare with the declared ones are this stack's to know. Null for all others, and for one that the stack has
 * recorded itself.
 */
function takenElsewhere(known: Case, record: ResourceRecord | undefined): string | null {
  const { node, definition, provider, desired } = known;
  const parsed = node.options.import === undefined ? null : parseId(definition, node.options.import, provider.config);
  const declared = desired.identity.kind === "known" ? [desired.identity] : [];
  const meant = record === undefined && parsed?.ok === true ? [parsed.value, ...declared] : declared;
  const isOwn = (claim: string) => record?.type === node.type && record.identity.claim === claim;
  const isTaken = meant.some(({ claim }) => !isOwn(claim) && complainOfOtherStack(known, claim));
  return isTaken ? "another stack manages the object" : null;
}

/**
 * The inputs whose ignored parts stand in for the declared ones: of a managed object those seen, else those written
 * last; of one that is taken over or brought back those found. Null where there are none, or nothing is ignored.
 */
function oldInputs(
  node: ResourceNode,
  definition: ResourceDefinition,
  record: ResourceRecord | undefined,
  { checked: provider, recorded }: Extract<PlannedProvider, { readonly kind: "known" }>,
  desiredBy: (node: ResourceNode) => Desired,
  planning: Planning,
): JsonObject | null {
  if (node.options.ignoreChanges.length === 0) return null;
  if (record !== undefined) {
    if (record.type !== node.type) return null;
    const seen = planning.observed(record.provider.cloudId, definition, record.identity.id);
    if (seen.kind !== "present") return withStoodBefore(record, record.inputs);
    const now = echoIdentity(definition, seen.outputs, record.inputs);
    return withStoodBefore(record, declarableInputs(definition, now), now);
  }
  const id = idToTake(node, definition, provider, desiredBy);
  const found = id === null ? null : planning.observed(recorded.cloudId, definition, id);
  return found?.kind === "present" ? declarableInputs(definition, found.outputs) : null;
}

/** What a new object in the place of a recorded one is to be, where parts of that one are ignored. */
function newObject(
  declared: ResourceNode,
  definition: ResourceDefinition,
  record: ResourceRecord | undefined,
  node: ResourceNode,
  desiredBy: (node: ResourceNode) => Desired,
  planning: Planning,
): Pick<Case, "anew"> {
  if (node === declared || record === undefined || record.type !== declared.type) return {};
  const begun = planning.problems.length;
  const before = withStoodBefore(record, record.inputs);
  const anew = withIgnoredInputs(declared, definition, before, planning);
  // What can't be told of them was told before.
  planning.problems.splice(begun);
  return { anew: { node: anew, desired: () => desiredBy(anew), declared: () => desiredBy(declared) } };
}

/**
 * The id of what may be taken over as it stands. Nothing is left unwritten of what always stands, unless it is
 * imported.
 */
function idToTake(
  node: ResourceNode,
  definition: ResourceDefinition,
  provider: CheckedProvider,
  desiredBy: (node: ResourceNode) => Desired,
): string | null {
  if (node.options.import !== undefined) {
    const parsed = parseId(definition, node.options.import, provider.config);
    return parsed.ok ? parsed.value.id : null;
  }
  if (definition.existence !== "created") return null;
  const { identity } = desiredBy(node);
  return identity.kind === "known" ? identity.id : null;
}

/** A level that another resource decides is known only here. */
function checkLevel(
  { address }: ResourceNode,
  { requiresProvider }: ResourceDefinition,
  provider: CheckedProvider,
  planning: Planning,
): void {
  if (requiresProvider === undefined) return;
  const mistake = levelMistake(provider, planning.catalog.providers[provider.kind], requiresProvider);
  if (mistake !== undefined)
    planning.complain("provider-level", mistake, { address, pointer: pointer("/resources", address), at: "key" });
}

/** A move that no other step tells of is a step of its own. */
function showMove({ address, type, apiVersion }: ResourceNode, begun: number, planning: Planning): void {
  const movedFrom = planning.movedFrom(address);
  const record = planning.state.records.get(address);
  const isTold = planning.steps.slice(begun).some(({ kind }) => kind === "write" || kind === "record");
  if (movedFrom === undefined || record === undefined || isTold) return;
  const kept = planning.unchanged.at(-1)?.address === address ? planning.unchanged.pop() : undefined;
  planning.push({
    kind: "move",
    id: address,
    address,
    type,
    apiVersion,
    action: "move",
    needs: [],
    fields: [],
    movedFrom,
    uid: record.uid,
    provider: record.provider,
    identity: record.identity,
    ...(kept?.seen === undefined ? {} : { seen: kept.seen }),
  });
}

/** What the program could not tell yet is told by its next declaration: no run can fill it in. */
function postponeUnknown({ address, inputs }: ResourceNode, begun: number, planning: Planning): void {
  const unknownValue = planning.steps.length === begun ? undefined : findUnknown(inputs);
  if (unknownValue === undefined) return;
  const actions = planning.takeBack(begun).map((step) => step.action);
  planning.postpone(address, unknownValue.$unknown, [...new Set(actions)]);
}

/**
 * What leans on something that waits for the next round would be written with values of yesterday, so it waits too, as
 * does what lies in it, although no reference may say so.
 */
function followPostponed(known: Case, begun: number): void {
  const { node, planning } = known;
  const { address, edges } = node;
  const awaited = edges.find((edge) => planning.postponed.has(edge)) ?? postponedHolder(known);
  if (awaited === undefined || planning.steps.length === begun) return;
  const actions = planning.takeBack(begun).map((step) => step.action);
  planning.postpone(address, `known after ${awaited} is planned`, [...new Set(actions)]);
}

/** The resource that waits for the next round and in whose object this one lies. */
function postponedHolder({ definition, provider, desired: { identity }, planning }: Case): string | undefined {
  const holder = identity.kind === "known" ? holderOf(definition, identity.variables, planning.catalog) : undefined;
  if (holder === undefined) return undefined;
  const key = idKey(holder.definition, holder.id);
  return [...planning.postponed].find((address) => {
    const declared = planning.identities.get(address);
    if (declared?.type !== holder.definition.type || declared.cloudId !== provider.cloudId) return false;
    return declared.identity.kind === "known" && idKey(holder.definition, declared.identity.id) === key;
  });
}

function optionsOf(
  node: ResourceNode,
  definition: ResourceDefinition,
  record: ResourceRecord | undefined,
): RecordedOptions {
  const imported = record?.imported ?? node.options.import !== undefined;
  const byDefault = imported && definition.existence === "standing" ? "retain" : definition.onDestroy;
  const { protect, onDestroy, deletedWith, timeouts, ignoreChanges, onDrift, secretOutputs } = node.options;
  return {
    protect,
    onDestroy: onDestroy ?? byDefault,
    ...(deletedWith === undefined ? {} : { deletedWith }),
    ...(node.parent === undefined ? {} : { parent: node.parent }),
    ...(timeouts === undefined ? {} : { timeouts }),
    ...(ignoreChanges.length === 0 ? {} : { ignoreChanges }),
    ...(onDrift === undefined ? {} : { onDrift }),
    ...(secretOutputs === undefined ? {} : { secretOutputs }),
  };
}
