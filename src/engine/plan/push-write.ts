import { invariant } from "../../../packages/base/invariant.ts";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { pointer, pointerSegments } from "../../../packages/base/json/pointer.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { declarableInputs } from "../../definitions/schema/declarable.ts";
import { fieldOf } from "../../definitions/schema/field-schema.ts";
import { isSameObject } from "../../definitions/schema/identity/same-object.ts";
import { withValues } from "../../definitions/schema/place-values.ts";
import { valueInSentence } from "../../definitions/schema/value-in-sentence.ts";
import type { PhysicalIdentity, ResourceRecord } from "../state/records/record.ts";
import type { Observed } from "../state/snapshot.ts";
import { supersededStepId } from "../state/step-id.ts";
import { strictnessAdvice, writeAdvice } from "./advice.ts";
import { undeclaredValues } from "./drift/undeclared-values.ts";
import type { FieldChange, IgnoredValue, RemovalStep, WriteStep } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { onDestroyOf } from "./protection.ts";
import { removalStep } from "./removals/plan-removal.ts";
import { takesAllAway } from "./removals/restored-grants.ts";
import { type Case, isSameClaim, type Present } from "./resource-case.ts";
import { undoneStep } from "./undo/undo-steps.ts";
import { plannedOutputs } from "./values/planned-outputs.ts";
import { sentInputs } from "./values/sent-inputs.ts";

export interface WritePlan {
  readonly action: WriteStep["action"];
  /** Left out where all that is sent is new. */
  readonly fields?: readonly FieldChange[];
  /** What comes back with a soft-deleted object, and is not written. */
  readonly back?: readonly FieldChange[];
  readonly identity?: PhysicalIdentity;
  readonly record?: ResourceRecord;
  readonly seen?: Present;
  readonly prior?: WriteStep["prior"];
  readonly condition?: string | null;
  readonly former?: WriteStep["former"];
  /** The object of the record is a former one, which is the resource's again: the present one is superseded by it. */
  readonly supersedes?: true;
  readonly order?: NonNullable<WriteStep["order"]>;
  readonly displaces?: readonly string[];
  readonly beforeUs?: JsonObject;
  /** What an earlier call of unknown end has overwritten, as it was noted with it. */
  readonly besideUs?: WriteStep["besideUs"];
  readonly needs?: readonly string[];
  /** Drifted values that are left as they are. */
  readonly left?: readonly IgnoredValue[];
  /** What the write itself takes away. */
  readonly removes?: PhysicalIdentity;
  /** Why the step can't be made now. */
  readonly blocked?: Problem;
  /** Of a replace: top-level inputs in which the soft-deleted object that it brings back differs. */
  readonly revives?: readonly string[];
}

/** Plans a write: its step, advice about it, and what others may read of its object once it is done. */
export function pushWrite(known: Case, write: WritePlan): void {
  const { node, definition, desired, planning } = known;
  const { address } = node;
  const { action } = write;
  const changed = changedInputs(known, write);
  const step = writeStep(known, write, changed);
  planning.push(step);
  refuseStaleTags(known, write, changed);
  const { left = [], displaces = [] } = step;
  const isUpdate = action === "update" || action === "import";
  planning.problems.push(...writeAdvice(address, definition, desired.shown, changed, isUpdate, displaces));
  // No declaration asks for what an undo puts back.
  if (known.inverse !== undefined && write.seen !== undefined)
    planning.problems.push(...strictnessAdvice(address, definition, write.seen.outputs, sentInputs(step)));
  const seen = isCreation(write) && definition.existence === "created" ? null : (write.seen?.outputs ?? null);
  planning.setOutputs(address, () => {
    const shown = withValues(desired.shown, left);
    return plannedOutputs(
      address,
      definition,
      shown,
      desired.identity,
      seen,
      isCreation(write) ? "created" : "updated",
    );
  });
}

/**
 * A tag that is declared and is not the object's any more, or is declared of what is to be made, would be refused by
 * the platform; what sends none is silent.
 */
function refuseStaleTags(
  { node, definition, desired, planning }: Case,
  { seen, action }: WritePlan,
  changed: readonly string[],
): void {
  if ((seen === undefined && action !== "create") || changed.length === 0) return;
  for (const name of Object.keys(node.inputs)) {
    const [declared, now] = [desired.inputs[name], seen?.outputs[name] ?? null];
    if (fieldOf(definition.inputs, name)?.precondition !== true || typeof declared !== "string" || declared === now)
      continue;
    const text = JSON.stringify(declared);
    const detail =
      seen === undefined
        ? `\`${name}\` is declared as ${text}, and there is no object yet that could have it; declare none`
        : `\`${name}\` is declared as ${text}, and the object has ${valueInSentence(now)} by now; ` +
          "look at what has changed, and declare that tag or none";
    planning.complain("stale-etag", detail, {
      address: node.address,
      pointer: pointer("/resources", node.address, "properties", name),
    });
  }
}

function writeStep(known: Case, write: WritePlan, changed: readonly string[]): WriteStep {
  const { node, provider, desired, planning, options } = known;
  const { record, former = "same" } = write;
  const uid = record?.uid ?? planning.snapshot.freshUids.get(node.address);
  invariant(uid !== undefined, `${node.address} has no uid`);
  const leaving = leavingFirst(known, write);
  const beside = besideOf(known, othersBeside(known, write, leaving), write);
  const movedFrom = planning.movedFrom(node.address);
  const left = ignoredValues(known, write);
  const timeoutMs = options.timeouts?.[isCreation(write) ? "create" : "update"];
  return {
    kind: "write",
    id: node.address,
    address: node.address,
    type: node.type,
    apiVersion: node.apiVersion,
    action: write.action,
    uid,
    generation: former === "same" && record !== undefined ? record.generation : nextGeneration(known, uid, write),
    provider,
    identity: write.identity ?? null,
    prior: write.prior ?? null,
    // Where something of ours goes first, its object has another version by then: it is looked at before the write.
    condition: leaving.length > 0 ? null : (write.condition ?? null),
    desired: desired.inputs,
    ...(Object.keys(desired.waiting).length === 0 ? {} : { waiting: desired.waiting }),
    write: writtenInputs(known, write, changed),
    former: write.supersedes === true ? "superseded" : former,
    ...(write.order === undefined ? {} : { order: write.order }),
    fields: [...(write.fields ?? []), ...(write.back ?? [])],
    needs: [...planning.stepsAt(node.edges), ...(write.needs ?? []), ...sharers(known, write)],
    options,
    dependsOn: planning.managedBelow(node.edges),
    ...historyOf(known, write, beside),
    ...(movedFrom === undefined ? {} : { movedFrom }),
    ...(left.length === 0 ? {} : { left }),
    ...beside,
    ...(write.removes === undefined ? {} : { removes: write.removes }),
    ...(write.revives === undefined ? {} : { revives: true }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(write.blocked === undefined ? {} : { blocked: write.blocked }),
  };
}

/** Whether a write makes an object. */
function isCreation({ action }: WritePlan): boolean {
  return action === "create" || action === "replace";
}

/** Whether an update puts its object somewhere else, beside the former one. */
function isElsewhere({ action, former }: WritePlan): boolean {
  return action === "update" && former === "superseded";
}

/** Top-level inputs that become others. */
function changedInputs({ desired }: Case, { fields }: WritePlan): readonly string[] {
  if (fields === undefined) return Object.keys(desired.inputs);
  const differing = fields.filter(({ reason }) => reason !== "identity");
  return [...new Set(differing.map((field) => pointerSegments(field.path)[0] ?? ""))];
}

/** Top-level inputs that are written over what is there. */
function writtenInputs({ desired }: Case, write: WritePlan, changed: readonly string[]): readonly string[] {
  if (isCreation(write)) return write.revives ?? [];
  // What differs from the former object tells little of another place: there all is written that is desired.
  return isElsewhere(write) ? [...new Set([...Object.keys(desired.inputs), ...changed])] : changed;
}

/** What was there before us and beside us, whether the object came by import, and whether it is half made. */
function historyOf(
  known: Case,
  write: WritePlan,
  beside: Pick<WriteStep, "displaced">,
): Pick<WriteStep, "beforeUs" | "besideUs" | "imported" | "tainted"> {
  const { definition, inverse } = known;
  const { action, record, identity } = write;
  const isImport = action === "import";
  const takenBack = isImport ? (inverse?.lost ?? undefined) : undefined;
  // It is told of an object: another one has its own.
  const isAnother =
    record !== undefined && identity !== undefined && !isSameObject(definition, identity, record.identity);
  const before = isAnother ? undefined : (record ?? takenBack);
  const beforeUs = before?.beforeUs ?? write.beforeUs;
  const besideUs = besideUsOf(known, write, beside);
  const tainted = takenBack?.tainted;
  return {
    ...(beforeUs === undefined ? {} : { beforeUs }),
    ...(besideUs === undefined ? {} : { besideUs }),
    imported: before?.imported ?? (inverse?.lost?.imported === true || isImport),
    ...(tainted === undefined ? {} : { tainted }),
  };
}

/** Values that the write leaves as they are. */
function ignoredValues(known: Case, write: WritePlan): readonly IgnoredValue[] {
  const { definition, inverse } = known;
  const isAnew = isElsewhere(write) || (isCreation(write) && definition.existence === "created");
  const stays = write.left ?? (isAnew ? inverse?.lostValues : undefined) ?? [];
  const undeclared = leftUndeclared(known, write);
  return inverse === undefined ? [...stays, ...undeclared] : [...undeclared, ...stays];
}

/** What an update in place leaves alone of an input that it sends whole. */
function leftUndeclared({ definition, desired }: Case, { action, seen, record, fields = [] }: WritePlan) {
  if (seen === undefined || (action !== "update" && action !== "import")) return [];
  const inputs = {
    seen: declarableInputs(definition, seen.outputs),
    wanted: desired.inputs,
    before: record?.inputs ?? {},
  };
  return undeclaredValues(definition.inputs, inputs, fields);
}

/**
 * The generation of an object that is to be made: beyond all that a broken-off run may have made under the uid
 * elsewhere.
 */
function nextGeneration({ planning, definition, inverse }: Case, uid: string, { record, identity }: WritePlan): number {
  const key = (claim: string) => (definition.identity.ignoreCase === true ? claim.toLowerCase() : claim);
  const made = planning.snapshot.indeterminate.flatMap(({ intent }) =>
    intent.uid === uid && intent.record !== null
      ? [{ generation: intent.record.generation, claim: key(intent.identity.claim) }]
      : [],
  );
  const same = made.find(({ claim }) => identity !== undefined && claim === key(identity.claim));
  // Former objects of the resource may still wait for their deletion, also where an undo has taken an older one back.
  const taken = [record ?? inverse?.lost ?? { generation: 0 }, ...made, ...supersededOf({ uid }, planning)];
  return same?.generation ?? Math.max(...taken.map(({ generation }) => generation)) + 1;
}

/**
 * Former shares of a resource that go, each by its own step, before its present one is written on the same physical
 * object.
 */
function leavingFirst({ planning, definition }: Case, { record, identity }: WritePlan): readonly ResourceRecord[] {
  if (record === undefined || identity === undefined || definition.existence !== "part") return [];
  return supersededOf(record, planning).filter(
    (other) => isSameClaim(definition, identity, other) && onDestroyOf(other, planning) !== "retain",
  );
}

/** What a write takes away of others: what of ours goes before it is not among them. */
function othersBeside(
  { planning, definition }: Case,
  { displaces = [] }: WritePlan,
  leaving: readonly ResourceRecord[],
): readonly string[] {
  if (displaces.length === 0 || leaving.length === 0) return displaces;
  const looks = leaving.map(({ provider, identity }) => planning.observed(provider.cloudId, definition, identity.id));
  return displaces.filter((words) => !isOneOf(looks, words));
}

/** Whether words are those of a share that was looked at: the look at one shows all but itself. */
function isOneOf(looks: readonly Observed[], words: string): boolean {
  return looks.some((look) => look.kind === "present" && !look.displaces.includes(words));
}

/**
 * Looks at what calls of unknown end may have put where a write goes: that is ours, and nothing that others held beside
 * us.
 */
function looksAtUnmade(
  { planning, definition, provider, node: { type } }: Case,
  { identity }: WritePlan,
): readonly Observed[] {
  if (definition.existence !== "part" || identity === undefined) return [];
  const key = planning.claimKeyOf({ type, provider, identity });
  return planning.snapshot.indeterminate.flatMap(({ intent: { record, claimKey, identity: made, before } }) =>
    record !== null && claimKey === key && made.id !== identity.id && before?.outputs["id"] !== made.id
      ? [planning.observed(provider.cloudId, definition, made.id)]
      : [],
  );
}

/**
 * What a write does to what else its physical object holds. An undo leaves it, but for what its run has brought back;
 * what its run took away is added later.
 */
function besideOf(
  known: Case,
  displaces: readonly string[],
  write: WritePlan,
): Pick<WriteStep, "displaces" | "displaced" | "restores"> {
  const { definition, inverse, planning, provider, node } = known;
  const { identity, record } = write;
  const { type } = node;
  const isLeft = identity === undefined || !takesAllAway({ type, provider, identity }, displaces, planning);
  if (inverse !== undefined && isLeft) return definition.existence === "part" ? { restores: [] } : {};
  if (displaces.length === 0) return {};
  const contents = new Map<string, Json>();
  for (const each of [identity, record?.identity]) {
    const seen = each === undefined ? undefined : planning.observed(provider.cloudId, definition, each.id);
    if (seen === undefined || seen.kind === "unreadable") continue;
    for (const [index, content] of (seen.beside ?? []).entries()) contents.set(seen.displaces[index] ?? "", content);
  }
  const unmade = looksAtUnmade(known, write);
  // What such a look does not show beside its share may be that share, made right after the look.
  const mayBeOurs = (words: string) =>
    unmade.some((look) => look.kind !== "unreadable" && !look.displaces.includes(words));
  const displaced = displaces.flatMap((words) => {
    const content = contents.get(words);
    return content === undefined || mayBeOurs(words) ? [] : [{ words, content }];
  });
  return { displaces, ...(displaced.length === 0 ? {} : { displaced }) };
}

/**
 * What the first write of a share took away of others. Whatever follows it on the same physical object only passes that
 * on, and what an undo makes anew has it as before.
 */
function besideUsOf(
  { planning, definition, inverse }: Case,
  { record, identity, besideUs: noted = [] }: WritePlan,
  { displaced = [] }: Pick<WriteStep, "displaced">,
): WriteStep["besideUs"] {
  if (definition.existence !== "part") return undefined;
  const formerly = record === undefined ? [] : [record, ...supersededOf(record, planning)];
  const here = formerly.find((each) => identity !== undefined && isSameClaim(definition, identity, each));
  if (here !== undefined) return here.besideUs;
  const anew = inverse?.lost ?? null;
  if (anew !== null) return anew.besideUs;
  return [...noted, ...displaced.filter(({ words }) => noted.every((each) => each.words !== words))];
}

function supersededOf({ uid }: Pick<ResourceRecord, "uid">, { state }: Planning): readonly ResourceRecord[] {
  return state.superseded.filter((other) => other.uid === uid);
}

/** Removals of objects that this one has replaced and that share a physical object with it: one hand at a time. */
function sharers({ planning, definition }: Case, { record, identity }: WritePlan): readonly string[] {
  if (record === undefined || identity === undefined) return [];
  return supersededOf(record, planning)
    .filter((other) => isSameClaim(definition, identity, other))
    .map(supersededStepId);
}

interface FormerObject {
  readonly needs: readonly string[];
  /** Absent where nothing is made in its place. */
  readonly by?: NonNullable<RemovalStep["by"]>;
  /** The object goes on under the record that follows. */
  readonly forget?: boolean;
  /** What follows takes the whole physical object that this is a share of. */
  readonly isShareFollowed?: boolean;
  /** What follows is held against it field by field. */
  readonly isCompared?: boolean;
}

/** Ends what a record stood for before. */
export function pushRemoval(
  record: ResourceRecord,
  { planning }: Case,
  { needs, by, forget = false, isShareFollowed = false, isCompared = false }: FormerObject,
): string {
  const reason = {
    superseded: true,
    needs,
    isShareFollowed,
    isCompared,
    ...(by === undefined ? {} : { by }),
    ...(forget ? { onDestroy: "retain" as const } : {}),
  };
  const undone = planning.undo?.removals.find((each) => each.record.uid === record.uid);
  const step = undone === undefined ? removalStep(record, reason, planning) : undoneStep(undone, reason, planning);
  planning.push(step);
  return step.id;
}
