import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { pointerSegments } from "../../../packages/base/json/pointer.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import { idKey, isSameObject } from "../../definitions/schema/identity/same-object.ts";
import { touches } from "../../definitions/schema/option-path.ts";
import { overlap } from "../../definitions/schema/place-values.ts";
import { findUnknown } from "../../definitions/schema/value.ts";
import { mayLag } from "../state/records/lagging-reads.ts";
import { underPresentName } from "../state/records/present-name.ts";
import type { PhysicalIdentity, ResourceRecord } from "../state/records/record.ts";
import { isLagging } from "../state/records/shows-before.ts";
import { type Observed, objectKey } from "../state/snapshot.ts";
import { creationFields } from "./drift/differences.ts";
import { type Remaining, warnOfDrift, withoutIgnoredDrift } from "./drift/ignored-drift.ts";
import { markDrifted } from "./drift/mark-drifted.ts";
import { asNewObject } from "./drift/new-object.ts";
import { noteMoved } from "./drift/note-moved.ts";
import { warnOfLag } from "./drift/warn-of-lag.ts";
import { withIdentity } from "./identity-change.ts";
import { beingChanged, isIndeterminate, notSettled, unseenChanges } from "./indeterminate.ts";
import { keepObject } from "./keep-object.ts";
import type { FieldChange, IgnoredValue } from "./plan.ts";
import { planUndelete } from "./plan-new.ts";
import { forgetFormerObject, planReplace } from "./plan-replace.ts";
import { isProtected } from "./protection.ts";
import { pushRemoval, pushWrite } from "./push-write.ts";
import { broughtBackBeside } from "./removals/restored-grants.ts";
import { takesFormerObjectBack } from "./removals/take-former-back.ts";
import { besideBoth, writtenOver } from "./removals/written-over.ts";
import {
  awaitsFormerObject,
  type Case,
  differences,
  isFree,
  isSameClaim,
  type Present,
  physical,
  unreadable,
} from "./resource-case.ts";
import { fieldsAsStood } from "./undo/as-it-stood.ts";
import { grantsBeside } from "./undo/bring-back.ts";
import { onlyUndone } from "./undo/only-undone.ts";
import { recordedFormerObject, restoresFormerObject } from "./undo/restore-former-object.ts";
import { isTooSoon } from "./undo/too-soon.ts";
import { plannedOutputs } from "./values/planned-outputs.ts";
import { priorOf } from "./values/prior-of.ts";

type Unreadable = Extract<Observed, { kind: "unreadable" }>;
type Gone = Exclude<Observed, Unreadable>;

/** A record, so the object is ours: compare and decide. */
export function planManaged(known: Case, recorded: ResourceRecord): void {
  const { definition, provider, planning, node } = known;
  const seen = planning.observed(provider.cloudId, definition, recorded.identity.id);
  const isSeen = seen.kind === "present" && recorded.provider.cloudId === provider.cloudId;
  const record = isSeen ? underPresentName(definition, recorded, seen.outputs, node.inputs) : recorded;
  planObserved(known, record, seen);
}

function planObserved(known: Case, record: ResourceRecord, observed: Observed): void {
  const { node, definition, provider, desired, planning } = known;
  if (record.provider.cloudId !== provider.cloudId) return refuseOtherCloud(known, record);
  if (observed.kind === "unreadable") return planUnreadable(known, record, observed);
  if (isTooSoon(known, record, observed)) return;
  const { identity } = desired;
  if (identity.kind !== "known")
    return postpone(known, record, identity.kind === "unknown" ? identity.why : "its identity is not known");
  const target = physical(identity);
  const moved = !isSameObject(definition, target, record.identity);
  if (moved && (restoresFormerObject(known, record, target) || takesFormerObjectBack(known, record, target))) return;
  if (moved && recordedFormerObject(known) === undefined && awaitsFormerObject(known, target, ["update", "replace"]))
    return planning.setSeen(node.address, record.outputs);
  if (observed.kind === "present" && !observed.deleted) return planStanding(known, record, observed, target);
  const isMadeAgain = known.inverse === undefined || known.inverse.mayBeGone === true;
  if (!isMadeAgain) return goneMeanwhile(known, record);
  if (observed.kind === "absent" || moved) return makeAgain(known, record, observed, target);
  warnOfLag(known, record, observed);
  planUndelete(known, record, observed, target);
}

function refuseOtherCloud({ node: { address }, provider, planning }: Case, record: ResourceRecord): void {
  planning.complain(
    "cloud-changed",
    `\`${address}\` was made on ${record.provider.cloudId}, and provider \`${provider.ref}\` now points at ` +
      `${provider.cloudId}`,
    { address, pointer: `/resources/${address}`, at: "key" },
  );
  planning.setSeen(address, record.outputs);
}

function planUnreadable(known: Case, record: ResourceRecord, observed: Unreadable): void {
  const { node, planning } = known;
  const { identity } = record;
  planning.setSeen(node.address, record.outputs);
  if (!isIndeterminate(planning, record.uid)) return unreadable(known, observed, identity.id);
  const blocked = notSettled(planning, node.address, identity.id, observed.detail);
  pushWrite(known, { action: "update", fields: [], identity, record, prior: priorOf(record, null), blocked });
}

/** Leaves it to the next round whether the object is updated or replaced. */
function postpone(
  { node: { address }, definition, desired, planning }: Case,
  record: ResourceRecord,
  why: string,
): void {
  planning.postpone(address, why, ["update", "replace"]);
  const { shown, identity } = desired;
  planning.setOutputs(address, plannedOutputs(address, definition, shown, identity, record.outputs, "updated"));
}

/** The object is gone, or only its name is kept where it was so far: it is made where it is to be. */
function makeAgain(gone: Case, record: ResourceRecord, observed: Gone, target: PhysicalIdentity): void {
  const known = asNewObject(gone);
  const { node, definition, provider, desired, planning } = known;
  const moved = !isSameObject(definition, target, record.identity);
  const there = moved ? planning.observed(provider.cloudId, definition, target.id) : observed;
  if (moved && !isFree(known, there, target.id)) return;
  // A read that lags behind must not let the former object fall into oblivion; a share of the same one is written over.
  const lags = mayLag(record, planning.snapshot.at);
  const isElsewhere = moved && !isSameClaim(definition, target, record);
  const isUncertain = lags || (observed.kind === "absent" && !isProtected(record, planning));
  const mayStand = isElsewhere && isUncertain;
  if (mayStand) pushRemoval(record, known, { needs: [node.address], by: "move" });
  if (!moved) warnOfLag(known, record, observed);
  pushWrite(known, {
    action: "create",
    // What an undo makes again, its run itself has taken away: all that it sends is new.
    ...(known.inverse === undefined
      ? { fields: creationFields(desired.shown).map((field) => (moved ? field : { ...field, reason: "drifted" })) }
      : {}),
    identity: target,
    record,
    former: mayStand ? "superseded" : "removed",
    ...(moved && !isElsewhere && lags ? { removes: record.identity } : {}),
    ...writtenOver(definition, there, target, record.generation),
  });
}

/** The object stands: what differs decides whether it is kept, updated or replaced. */
function planStanding(known: Case, record: ResourceRecord, observed: Present, target: PhysicalIdentity): void {
  const { definition } = known;
  const { fields: changes, left, drifted } = remaining(known, record, target, observed);
  const moved = !isSameObject(definition, target, record.identity);
  const fields = moved ? withIdentity(definition, record, target, changes) : changes;
  const undecided = replacementUnknown(fields);
  if (undecided !== undefined) return postpone(known, record, undecided);
  const isReplaced = isReplacementAsked(known) || isToBeRemade(known, record) || fields.some((field) => field.replace);
  if (isReplaced || (moved && !isSameClaim(definition, target, record)))
    return planSuccessor(known, record, observed, target, { fields, drifted, isReplaced });
  planInPlace(known, record, observed, target, { fields, left, drifted });
}

/** A new object takes the place of the recorded one: it gets nothing of what others have set there. */
function planSuccessor(
  known: Case,
  record: ResourceRecord,
  observed: Present,
  target: PhysicalIdentity,
  { fields: undone, drifted, isReplaced }: Omit<Remaining, "left"> & { readonly isReplaced: boolean },
): void {
  const { definition, inverse } = known;
  const isSame = isSameObject(definition, target, record.identity);
  // What always stands is the same object, be it replaced.
  const isWrittenOver = isSame && definition.existence === "standing";
  const made = isWrittenOver ? known : asNewObject(known);
  const changes = inverse === undefined ? allDifferences(made, record, target, observed) : undone;
  const fields = isSame ? changes : withIdentity(definition, record, target, changes);
  const fate = isWrittenOver
    ? "it is written over"
    : `that ends with \`${record.identity.id}\`, and the new object is as declared`;
  warnOfDrift(made, drifted, observed, { fate, isWritten: true });
  if (inverse === undefined) noteMoved(made, record, observed, fields, []);
  if (fields.length > 0) warnOfLag(made, record, observed);
  if (isReplaced) return planReplace(made, record, observed, target, fields);
  writeOrKeep(made, record, observed, target, { fields, left: [] });
}

/** The object stays. */
function planInPlace(
  known: Case,
  record: ResourceRecord,
  observed: Present,
  target: PhysicalIdentity,
  { fields, left, drifted }: Remaining,
): void {
  const isWritten = fields.length > 0;
  warnOfDrift(known, drifted, observed, { fate: "it is left so", isWritten });
  if (known.inverse === undefined) noteMoved(known, record, observed, fields, left);
  if (isWritten) warnOfLag(known, record, observed);
  writeOrKeep(known, record, observed, target, { fields, left });
}

function writeOrKeep(
  known: Case,
  record: ResourceRecord,
  observed: Present,
  target: PhysicalIdentity,
  { fields, left }: Omit<Remaining, "drifted">,
): void {
  const { planning } = known;
  const written = new Set(fields.map(({ path }) => pointerSegments(path)[0] ?? ""));
  const blocked =
    beingChanged(planning, record, known.desired.shown, written) ?? refusedByHolder(known, record, target);
  if (blocked === undefined && (fields.length > 0 || overwritesOrRestores(known, record, observed)))
    return planUpdate(known, record, observed, target, fields, left);
  if (blocked === undefined) return keepObject(known, record, observed, target, left);
  const prior = priorOf(record, observed);
  pushWrite(known, { action: "update", fields, identity: target, record, seen: observed, prior, blocked });
}

/**
 * Why what is seen of an object can't be taken for standing: what it lies in is soft-deleted, and not of this stack.
 */
function refusedByHolder(
  { node: { address }, definition, planning }: Case,
  { provider, identity }: ResourceRecord,
  target: PhysicalIdentity,
): Problem | undefined {
  const key = objectKey(provider.cloudId, idKey(definition, identity.id));
  const holder = planning.snapshot.holdersDeleted?.get(key);
  if (holder === undefined || !isSameObject(definition, target, identity)) return undefined;
  const detail =
    `\`${identity.id}\` went with \`${holder}\`, in which it lies and which is soft-deleted: undelete that one, ` +
    `or take \`${address}\` out of the declaration`;
  planning.complain("parent-missing", detail, { address });
  return problem("holder-deleted", detail, { address });
}

/** Whether a replacement is asked for by name; of what always stands there is none. */
function isReplacementAsked({ node: { address }, definition, planning }: Case): boolean {
  if (!planning.replaced.has(address)) return false;
  if (definition.existence === "created") return true;
  planning.complain("not-replaceable", `\`${address}\` is ${definition.title}, which is written and never made anew`, {
    address,
  });
  return false;
}

/** Whether an object goes because its creation has failed; says so. What has kept it so far is lifted first, alone. */
function isToBeRemade({ node, definition, inverse, planning }: Case, record: ResourceRecord): boolean {
  const { tainted, identity, options } = record;
  if (tainted === undefined || inverse !== undefined || definition.existence !== "created") return false;
  const declared = planning.keptAs(node.address);
  const isLifted =
    (options.protect && declared?.protect === false) ||
    (options.onDestroy === "retain" && declared !== undefined && declared.onDestroy !== "retain");
  const fate = isLifted ? "what keeps it goes first, and the next plan replaces it" : "it is replaced";
  const detail = `\`${identity.id}\` is tainted: the operation that made it ended with ${tainted}; ${fate}`;
  planning.complain("tainted", detail, { address: node.address });
  return !isLifted;
}

/**
 * What remains to be done: all that differs, but for drift that is left alone; of an undo, what its run has changed.
 */
function remaining(known: Case, record: ResourceRecord, target: PhysicalIdentity, observed: Present): Remaining {
  const { inverse, definition } = known;
  if (inverse === undefined) return withoutIgnoredDrift(known, allDifferences(known, record, target, observed));
  const changes = differences(known, observed, record, target);
  const { fields, left } = onlyUndone(known, inverse, changes, observed);
  return { fields: markDrifted(fields, definition, observed.outputs, record), left, drifted: [] };
}

/** All that differs from what is seen, and from what that may hide. */
function allDifferences(
  known: Case,
  record: ResourceRecord,
  target: PhysicalIdentity,
  observed: Present,
): readonly FieldChange[] {
  const changes = differences(known, observed, record, target);
  return [...changes, ...hiddenDifferences(known, record, target, observed, changes)];
}

/**
 * What a look hides that may show what was before a write of ours: what our last write, or a call of unknown end, has
 * set otherwise than is declared by now. Either may stand, so both are written over (decision 0144). What
 * `ignoreChanges` names is as the look shows it.
 */
function hiddenDifferences(
  known: Case,
  record: ResourceRecord,
  target: PhysicalIdentity,
  observed: Present,
  shown: readonly FieldChange[],
): readonly FieldChange[] {
  const { ignoreChanges } = known.node.options;
  const isIgnored = ({ path, old, new: wanted }: FieldChange) =>
    ignoreChanges.some((each) => touches(each, pointerSegments(path), old, wanted as Json | undefined));
  const isShown = ({ path }: FieldChange) => shown.some((each) => overlap(each.path, path));
  const from = (outputs: JsonObject) => differences(known, { ...observed, outputs }, record, target);
  const lags = isLagging(record, observed, known.planning.snapshot.at);
  const recorded = lags ? from(record.outputs).filter(({ reason }) => reason === "declared") : [];
  // What a call of ours has set is no drift, though it is not what is recorded.
  const unheard = unseenChanges(known.planning, record)
    .flatMap((each) => from({ ...observed.outputs, ...each }))
    .map((each): FieldChange => ({ ...each, reason: "declared" }));
  const hidden = [...recorded, ...unheard].filter((each) => !isIgnored(each) && !isShown(each));
  return [...new Map(hidden.map((each) => [each.path, each])).values()];
}

/** Whether an object that is as it is to be is written all the same, for what stands beside it. */
function overwritesOrRestores(
  { node, inverse, planning }: Case,
  record: ResourceRecord,
  { displaces }: Present,
): boolean {
  if (inverse === undefined) return displaces.length > 0 && node.options.onDrift === undefined;
  return (
    grantsBeside(record, planning).some(({ words }) => !displaces.includes(words)) ||
    broughtBackBeside(record, planning).some(({ words }) => displaces.includes(words))
  );
}

/** What is not there any more has no fields that could be put back. */
function goneMeanwhile({ node, planning }: Case, record: ResourceRecord): void {
  const { address } = node;
  const detail =
    `\`${record.identity.id}\` is gone from the platform, so that what the run changed of \`${address}\` can't ` +
    `be put back; \`plumb up\` makes it anew, or forget it with \`plumb state rm ${address}\``;
  planning.complain("gone-since", detail, { address });
  planning.setSeen(address, record.outputs);
}

/** Why it can't be told yet whether the object is replaced; undefined where that is decided. */
function replacementUnknown(fields: readonly FieldChange[]): string | undefined {
  const forcing = fields.filter(({ replace }) => replace).map((field) => findUnknown(field.new));
  return forcing.every((unknownValue) => unknownValue !== undefined) ? forcing[0]?.$unknown : undefined;
}

function planUpdate(
  known: Case,
  record: ResourceRecord,
  observed: Present,
  target: PhysicalIdentity,
  fields: readonly FieldChange[],
  left: readonly IgnoredValue[],
): void {
  const { provider, definition, planning } = known;
  const isSame = isSameObject(definition, target, record.identity);
  if (isSameClaim(definition, target, record)) {
    const there = isSame ? observed : planning.observed(provider.cloudId, definition, target.id);
    const { beforeUs } = isSame ? {} : writtenOver(definition, there, target, record.generation);
    return pushWrite(known, {
      action: "update",
      fields,
      left,
      identity: target,
      record,
      seen: observed,
      prior: {
        ...priorOf(record, observed),
        identity: record.identity,
        ...(isSame ? unseenVersion(known, record, observed) : {}),
      },
      displaces: isSame ? observed.displaces : besideBoth(observed, there),
      ...(beforeUs === undefined ? {} : { beforeUs }),
      ...(isSame ? {} : { removes: record.identity }),
    });
  }
  const there = planning.observed(provider.cloudId, definition, target.id);
  if (!isFree(known, there, target.id)) return;
  pushWrite(known, {
    action: "update",
    fields: fieldsAsStood(known, fields, declarableInputs(definition, observed.outputs)),
    identity: target,
    record,
    former: "superseded",
    ...writtenOver(definition, there, target, record.generation),
  });
  if (known.inverse?.keepsFormer !== true)
    pushRemoval(record, known, {
      needs: [known.node.address],
      by: "move",
      isCompared: known.inverse === undefined,
    });
  forgetFormerObject(known);
}

/**
 * Beside a share that was not looked for others may stand under the recorded version, and what a call of unknown end
 * has written has another one: it is looked for before the write.
 */
function unseenVersion(
  { definition, planning }: Case,
  record: ResourceRecord,
  { isBelieved }: Present,
): { readonly version?: null } {
  const isUnlooked = definition.existence === "part" && isBelieved === true;
  return isUnlooked || unseenChanges(planning, record).length > 0 ? { version: null } : {};
}
