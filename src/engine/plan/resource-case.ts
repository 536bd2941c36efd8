import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { withDocumentedDefaults } from "../../definitions/schema/comparison/documented-defaults.ts";
import { echoIdentity } from "../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import type { ResourceDefinition } from "../../definitions/schema/definition.ts";
import { fieldOf } from "../../definitions/schema/field-schema.ts";
import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { ObjectSchema } from "../../definitions/schema/schema.ts";
import { isMarker } from "../../definitions/schema/value.ts";
import type { ResourceNode } from "../check/checked-declaration.ts";
import type { Desired } from "../check/desired.ts";
import { presentIdentity } from "../state/records/present-name.ts";
import type { PhysicalIdentity, RecordedOptions, RecordedProvider, ResourceRecord } from "../state/records/record.ts";
import { takingOver } from "../state/records/taking-over.ts";
import { claimantOf, type Observed, unreadableCode } from "../state/snapshot.ts";
import { supersededStepId } from "../state/step-id.ts";
import type { Inverse } from "../undo/journal/undo-scope.ts";
import { fieldChanges } from "./drift/differences.ts";
import { indeterminateMaking, makingNow } from "./indeterminate.ts";
import type { FieldChange, Plan } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { waitsFor } from "./values/waits-for.ts";

export type Present = Extract<Observed, { kind: "present" }>;

/** All that is known about one declared resource while its step is decided. */
export interface Case {
  readonly node: ResourceNode;
  readonly definition: ResourceDefinition;
  readonly provider: RecordedProvider;
  readonly desired: Desired;
  readonly planning: Planning;
  readonly options: RecordedOptions;
  /** Of an undo: what of the object is put back. */
  readonly inverse?: Inverse;
  /** For a new object in the place of the recorded one, where `ignoreChanges` leaves parts of that as they are. */
  readonly anew?: {
    /** The node with the recorded values of these parts, and what is desired by it. */
    readonly node: ResourceNode;
    readonly desired: () => Desired;
    /** What is desired where nothing is ignored. */
    readonly declared: () => Desired;
  };
}

/**
 * What differs between what is seen and what is wanted, in the declaration's own spelling. An input that is left out
 * and has a documented default is wanted as the default says, unless that would force replacement.
 */
export function differences(
  { node, definition, desired }: Case,
  observed: Present,
  record: ResourceRecord | null,
  target: PhysicalIdentity,
): readonly FieldChange[] {
  const whole = (inputs: JsonObject) => withDocumentedDefaults(definition.inputs, inputs);
  const same = record === null || idKey(definition, record.identity.id) === idKey(definition, target.id);
  const echoed = echoIdentity(definition, observed.outputs, same ? desired.shown : record.inputs);
  const seen = declarableInputs(definition, withDeclaredNames(definition, echoed, node.inputs, record));
  // The ignored parts have their old values already.
  const wanted =
    record === null ? whole(desired.shown) : whole(withCleared(definition.inputs, record.inputs, desired.shown));
  return fieldChanges({
    definition,
    seen,
    wanted,
    written: record === null ? null : whole(record.inputs),
    declared: new Set(Object.keys(node.inputs)),
    replaceOnChanges: node.options.replaceOnChanges,
  });
}

/**
 * What is seen; of an object that the platform has renamed since, with the declared names, and those that are composed
 * of them, as they were written.
 */
function withDeclaredNames(
  definition: ResourceDefinition,
  seen: JsonObject,
  declared: JsonObject,
  record: ResourceRecord | null,
): JsonObject {
  if (record === null || presentIdentity(definition, record, seen) === record.identity) return seen;
  const { renamed = [] } = definition.identity;
  const isGiven = (name: string) =>
    (declared[name] ?? null) !== null || fieldOf(definition.inputs, name)?.default?.from === "composed";
  const names = renamed.filter((name) => isGiven(name) && Object.hasOwn(record.inputs, name));
  return { ...seen, ...Object.fromEntries(names.map((name) => [name, record.inputs[name] ?? null])) };
}

/** What is wanted, with a null for each member that was written before and is declared no longer, at every depth. */
function withCleared(schema: ObjectSchema, before: JsonObject, wanted: JsonObject): JsonObject {
  const changed: Record<string, Json> = {};
  let isChanged = false;
  for (const name of Object.keys(before)) {
    const [old = null, next] = [before[name], wanted[name]];
    const field = old === null ? undefined : fieldOf(schema, name);
    if (field === undefined || field.precondition === true) continue;
    const isDeeper = "properties" in field && isJsonObject(old) && isJsonObject(next) && !isMarker(next);
    const left = next === undefined ? null : isDeeper ? withCleared(field, old, next) : next;
    if (left === next) continue;
    changed[name] = left;
    isChanged = true;
  }
  return isChanged ? { ...wanted, ...changed } : wanted;
}

export const exchangeAdvice = "; where names are exchanged, `plumb state mv` gives each object its new one";

/** False, after a problem, when the place that the object is to move to is taken. */
export function isFree(known: Case, there: Observed, id: string): boolean {
  const { node, definition, planning, desired } = known;
  const claim = desired.identity.kind === "known" ? desired.identity.claim : undefined;
  const place = { address: node.address, pointer: `/resources/${node.address}`, at: "key" as const };
  if (there.kind === "present" && there.deleted) {
    planning.complain(
      "identifier-reserved",
      `\`${id}\` is soft-deleted and stays reserved; choose another identifier`,
      place,
    );
  } else if (there.kind === "present" && definition.existence === "created") {
    if (claim !== undefined && isMadeBeside(known, id, claim)) return false;
    if (complainOfHolder(known, id, exchangeAdvice)) return false;
    const made = indeterminateMaking(planning, node.address, node.type, id);
    if (made?.why === "not-provably-ours")
      planning.complain(
        "not-provably-ours",
        `\`${id}\` may have been made by run ${made.intent.run}, and is not what that was to make; ` +
          "remove it, or choose another identifier",
        place,
      );
    else complainThatExists(known, id, `choose another identifier${takingItOver(known, id)}`);
  } else if (there.kind === "unreadable") {
    planning.complain("unreadable", `\`${id}\` can't be read: ${there.detail}`, place);
  } else return true;
  return false;
}

/** How an object is taken over whose name is another one's by the record: that one is let go of first. */
function takingItOver({ node }: Case, id: string): string {
  const { address, type } = node;
  return `, or ${takingOver(type, address, id, true)}`;
}

/**
 * True, after it was put off to the next round, where what the stack has replaced and not deleted yet is in the way, or
 * is about to replace or to leave: what stands there by then is another than what is seen now. True after a problem
 * where that one waits for this one in its turn: neither can go first. Whether the other one leaves is known when all
 * is planned.
 */
export function awaitsFormerObject(
  known: Case,
  target: PhysicalIdentity,
  allowedActions: Plan["deferred"][number]["allowedActions"],
): boolean {
  const { node, definition, provider, planning } = known;
  if (planning.state.superseded.length === 0 && definition.existence === "created") return false;
  const holder = inTheWay(known, target);
  if (holder === undefined) return false;
  const { address, type } = node;
  if (holder.status === "current") {
    if (waitsFor(planning, holder.address, address)) return complainOf(holder, known, target.id, exchangeAdvice);
    planning.awaitedOf.set(address, holder.address);
    const key = planning.claimKeyOf({ type, provider, identity: target });
    planning.awaitedClaims.push({ address, uid: uidAt(address, planning), key });
  }
  // The removal of what is recorded as current goes by its name where nothing else has that by now.
  for (const id of [supersededStepId(holder), holder.address]) planning.awaited.add(id);
  planning.postpone(address, `the former object \`${holder.identity.id}\` goes first`, allowedActions);
  return true;
}

/** The record whose object, or whose share of one, has to go before a resource can be written where it is to be. */
function inTheWay(known: Case, { id, claim }: PhysicalIdentity): ResourceRecord | undefined {
  const { node, definition, provider, planning, inverse } = known;
  const { type, address } = node;
  // Another resource's object is in the way of one that is to be made, whatever becomes of that resource: that is
  // refused.
  const isWritten = definition.existence !== "created";
  const holder = planning.recorded.holderOf(definition, provider.cloudId, id);
  if (holder?.status === "superseded" || (isWritten && isRetyped(holder, planning))) return holder;
  // An undo has one round: there the write comes behind the removal.
  if (!isWritten || inverse !== undefined) return undefined;
  const own = uidAt(address, planning);
  const key = planning.claimKeyOf({ type, provider, identity: { claim } });
  return planning.recorded.claimantsOf(key).find(({ uid }) => uid !== own);
}

function uidAt(address: string, { state, snapshot }: Planning): string {
  return state.records.get(address)?.uid ?? snapshot.freshUids.get(address) ?? "";
}

/** Whether the plan puts an object of another type in the place of a recorded one. */
function isRetyped(record: ResourceRecord | undefined, planning: Planning): boolean {
  const declared = record === undefined ? undefined : planning.resourceAt(record.address);
  return declared !== undefined && declared.type !== record?.type;
}

/**
 * True, after advice that says so, where a run at work makes the object for this stack: no stranger's, and not to be
 * taken over.
 */
export function isMadeBeside({ node, provider, planning }: Case, id: string, claim: string): boolean {
  if (!planning.isMadeBeside(planning.claimKeyOf({ type: node.type, provider, identity: { claim } }))) return false;
  refuseMadeBeside(planning, node.address, id);
  return true;
}

export function refuseMadeBeside(planning: Planning, address: string, id: string): void {
  planning.complain("being-made", `the run at work is making \`${id}\`; plan again when it is over`, { address });
}

/** Complains of an object that stands where one is to be made; `advice` is for one that is not of our making. */
export function complainThatExists({ node, planning, inverse }: Case, id: string, advice: string): void {
  const place = { address: node.address, pointer: `/resources/${node.address}`, at: "key" as const };
  const making = makingNow(planning, node.type, id);
  if (making === undefined && inverse !== undefined)
    planning.complain(
      "already-exists",
      `\`${id}\` is shown, though the run to be undone has deleted it. For five minutes after that a read may lag ` +
        `behind: undo again then. If it is still shown, another hand has made it: ${advice}`,
      place,
    );
  else if (making === undefined)
    planning.complain("already-exists", `\`${id}\` exists and is not managed by this stack; ${advice}`, place);
  else
    planning.complain("unsettled", `run ${making.intent.run} is making \`${id}\`; plan again when it is over`, place);
}

/** True, after a problem that names both, when another resource of the stack stands for the object. */
export function complainOfHolder(known: Case, id: string, advice = ""): boolean {
  const { definition, provider, planning } = known;
  const holder = planning.recorded.holderOf(definition, provider.cloudId, id);
  return holder !== undefined && complainOf(holder, known, id, advice);
}

/**
 * True, after a problem that names both, when an object is to be imported for which another record of the stack
 * stands.
 */
export function complainOfImportedTwice(known: Case, id: string): boolean {
  const { node, definition, provider, planning } = known;
  const holder = planning.recorded.holderOf(definition, provider.cloudId, id);
  if (holder === undefined) return false;
  const way =
    holder.status === "current"
      ? `; \`plumb state mv ${holder.address} ${node.address}\` gives it that name, and \`import\` is not needed then`
      : `; forget it there first with \`plumb state rm ${supersededStepId(holder)}\``;
  return complainOf(holder, known, id, way);
}

function complainOf(holder: ResourceRecord, { node, planning }: Case, id: string, advice: string): true {
  planning.complain(
    "claimed-twice",
    `\`${id}\` already belongs to \`${holder.address}\` of this stack, and \`${node.address}\` claims it too${advice}`,
    { address: node.address, pointer: `/resources/${node.address}`, at: "key" },
  );
  return true;
}

/** True, after a problem that names both, when another stack manages the object: it is not to be imported here. */
export function complainOfOtherStack({ node, provider, planning }: Case, claim: string): boolean {
  const key = planning.claimKeyOf({ type: node.type, provider, identity: { claim } });
  const { claims, stack } = planning.snapshot;
  const holder = claims.find((each) => each.claimKey === key && each.stack !== stack);
  if (holder === undefined) return false;
  planning.complain(
    "claimed-twice",
    `\`${claim}\` already belongs to ${claimantOf(holder)}, and \`${node.address}\` claims it too`,
    { address: node.address, pointer: `/resources/${node.address}`, at: "key" },
  );
  return true;
}

export function unreadable(
  { node, planning }: Case,
  observed: Extract<Observed, { kind: "unreadable" }>,
  id: string,
): void {
  planning.complain(unreadableCode(observed.reason), `\`${id}\` can't be read: ${observed.detail}`, {
    address: node.address,
    pointer: `/resources/${node.address}`,
    at: "key",
  });
}

export function physical(identity: Extract<Desired["identity"], { kind: "known" }>): PhysicalIdentity {
  return { id: identity.id, claim: identity.claim, variables: identity.variables };
}

/** Whether a record stands for the physical object of an identity, or for a share of it. */
export function isSameClaim(
  definition: ResourceDefinition,
  target: PhysicalIdentity,
  { identity }: Pick<ResourceRecord, "identity">,
): boolean {
  return idKey(definition, target.claim) === idKey(definition, identity.claim);
}
