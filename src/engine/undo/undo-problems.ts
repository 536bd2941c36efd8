import { jsonEqual } from "../../../packages/base/json/json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { type ResourceRecord, recordKey } from "../state/records/record.ts";
import type { StackState } from "../state/stack-state.ts";
import { formerObjectsDeleted, formerObjectsForgotten } from "./former/ended-former-objects.ts";
import type { MovedValue } from "./former/given-values.ts";
import { putBackAsText } from "./former/put-back-as-text.ts";
import { refersToGone } from "./former/refers-to-gone.ts";
import { deletedUnderDependents } from "./journal/dependents.ts";
import { goneAhead, goneFormerObject, nameOf, noted, type RunWork, wasGoneBefore } from "./journal/run-work.ts";
import { type Ends, holderOf, type NamedObject } from "./undo-ends.ts";
import { doer } from "./undo-refusal.ts";
import type { PutBack, UndoContext } from "./verdict.ts";

/** What stands in the way of the undo, and what it can't bring back. */
export function problemsOf(
  { run, toldAsLost }: { readonly run: string; readonly toldAsLost: ReadonlyMap<string, readonly string[]> },
  ends: Ends,
  moved: (names: readonly string[]) => readonly MovedValue[],
  context: UndoContext,
): readonly Problem[] {
  const { work, state, catalog } = context;
  const { refused, removals, going, named, putBack, needs } = ends;
  return [
    ...openCalls(run, state),
    ...gaps(work, state),
    ...refused,
    ...takenNames(named, going, context),
    ...turned(ends, context),
    ...refersToGone(putBack, context),
    ...deletedUnderDependents(removals, needs, context),
    ...unnotedGrants(work, toldAsLost),
    ...putBackAsText(putBack, catalog),
    ...goneFormerObjects(work, going, putBack),
    ...goneBefore(work, state),
    ...recordsThatStay(work, state),
    ...formerObjectsDeleted({ ...ends, moved }, context),
    ...formerObjectsForgotten(ends, context),
  ];
}

/** A run whose calls may still take effect has not done all that there will be to undo. */
function openCalls(run: string, { openIntents }: StackState): readonly Problem[] {
  const open = openIntents.filter(({ intent }) => intent.run === run);
  if (open.length === 0) return [];
  const objects = open.map(({ intent }) => `\`${intent.identity.id}\``).join(", ");
  const detail =
    `what became of the calls that run ${run} made about ${objects} is not known yet; each new plan looks ` +
    `again, and \`plumb runs resume ${run}\` goes on with that run, which finds out`;
  return [problem("run-open", detail)];
}

/**
 * A journal that does not come to what is recorded, or whose records were replaced since, can't tell what is left of a
 * run.
 */
function gaps({ recordKeys, replacedByImport, run }: RunWork, { records, superseded }: StackState): readonly Problem[] {
  if (replacedByImport.length > 0) {
    const objects = replacedByImport.map((name) => `\`${name}\``).join(", ");
    const detail =
      `\`plumb state import\` has replaced since what is recorded of ${objects}, so that what is left of run ` +
      `${run} can't be told; change the declaration and run \`plumb up\``;
    return [problem("journal-incomplete", detail)];
  }
  const recorded = [...records.values(), ...superseded].map(recordKey);
  if (recorded.length === recordKeys.size && recorded.every((key) => recordKeys.has(key))) return [];
  return [
    problem(
      "journal-incomplete",
      `the journal does not lead to what is recorded, so that what run ${run} did can't be told; ` +
        "change the declaration and run `plumb up`",
    ),
  ];
}

/** Names that others have taken since. */
function takenNames(
  putBack: readonly NamedObject[],
  going: ReadonlySet<string>,
  { state, work }: UndoContext,
): readonly Problem[] {
  return putBack.flatMap((object) => {
    const holder = holderOf(object, going, state);
    if (holder === undefined) return [];
    const { address } = object;
    const by = doer(holder.lastRun, work);
    const detail =
      `the name \`${address}\` belongs to \`${holder.identity.id}\` by now, which ${by} has made or changed; ` +
      "rename or remove it first";
    return [problem("stands-on-it", detail, { address })];
  });
}

/** Objects that would need one another in a circle. */
function turned({ order, putBack }: Ends, { work, state }: UndoContext): readonly Problem[] {
  const cycle = order.ok ? [] : order.error;
  const own = new Set(putBack.map(({ address }) => address));
  if (!cycle.some((address) => own.has(address))) return [];
  const runs = cycle.flatMap((address) => work.laterCalls.get(state.records.get(address)?.uid ?? "") ?? []);
  const by = runs[0] === undefined ? "" : `, since ${doer(runs[0], work)} has turned a dependency`;
  const path = cycle.map((address) => `\`${address}\``).join(" -> ");
  const detail = `the undo would have objects need one another in a circle (${path})${by}`;
  return [problem("stands-on-it", detail, cycle[0] === undefined ? {} : { address: cycle[0] })];
}

/**
 * Grants that the run has overwritten and that do not come back: an older version has not noted them, or they are not
 * noted since an earlier call of the stack may have made them.
 */
function unnotedGrants({ objects }: RunWork, toldAsLost: ReadonlyMap<string, readonly string[]>): readonly Problem[] {
  return objects.flatMap(({ uid, own }) => {
    const address = nameOf({ own });
    if (address === undefined) return [];
    const known = noted(own, "displaced").map(({ words }) => words);
    const unnoted = (toldAsLost.get(uid) ?? []).filter((grant) => !known.includes(grant));
    return unnoted.map((grant) => {
      const detail =
        `the run overwrote ${grant}, which does not come back: ` +
        "a run that broke off may have made it, or an older version has not noted what it was";
      return problem("not-brought-back", detail, { address });
    });
  });
}

/**
 * Objects in whose place the run has put what goes, and that it found gone: they are not made again, and what is put
 * back may refer to them.
 */
function goneFormerObjects(
  { objects, before }: RunWork,
  going: ReadonlySet<string>,
  putBack: readonly PutBack[],
): readonly Problem[] {
  return objects.flatMap(({ uid, own }) => {
    const former = going.has(uid) ? goneFormerObject({ own }) : undefined;
    if (former === undefined) return [];
    const { address, identity } = former;
    const dependents = putBack.filter(({ record }) => before.records.get(record.uid)?.dependsOn.includes(address));
    const names = dependents.map((each) => `\`${each.address}\``).join(", ");
    const referring = names === "" ? "" : `, and what ${names} took from it goes back as it was`;
    const detail =
      `\`${identity.id}\` was gone when the run put another object in its place, so the undo does not make it ` +
      `again${referring}; \`plumb up\` makes it where \`${address}\` is declared so`;
    return [problem("gone-before", detail, { address })];
  });
}

/**
 * Records that an edit of the state has put in the place of others of the same objects: only a look at the platform may
 * change them.
 */
function recordsThatStay({ objects, started, run }: RunWork, { records }: StackState): readonly Problem[] {
  if (started.has(run)) return [];
  const present = new Map([...records.values()].map((record) => [record.uid, record]));
  return objects.flatMap(({ uid, own }) => {
    const [before, after, now] = [own[0]?.before ?? null, own.at(-1)?.after ?? null, present.get(uid)];
    if (before === null || after === null || now === undefined || isSameContent(before, after)) return [];
    const detail =
      `the edit of the state has put another record of \`${now.identity.id}\` in the place of the former one, ` +
      "and the undo leaves it so; `plumb refresh` records what stands";
    return [problem("record-stays", detail, { address: now.address })];
  });
}

function isSameContent(one: ResourceRecord, other: ResourceRecord): boolean {
  return jsonEqual(one.inputs, other.inputs) && jsonEqual(one.outputs, other.outputs);
}

/**
 * Objects that the run was to delete and found gone, and that nothing stands for by now but what had their place
 * before: they are not made again.
 */
function goneBefore({ objects }: RunWork, { records }: StackState): readonly Problem[] {
  const standing = new Set([...records.values()].flatMap(({ uid, address }) => [uid, address]));
  return objects.flatMap(({ uid, own }) => {
    const ahead = goneAhead({ own });
    const former = ahead ?? (wasGoneBefore({ own }) ? own[0]?.before : undefined) ?? null;
    if (former === null) return [];
    const { address, identity } = former;
    if (ahead === undefined && (standing.has(uid) || standing.has(address))) return [];
    const detail =
      `\`${identity.id}\` was gone when the run was to delete it, so the undo does not make it again; ` +
      `\`plumb up\` makes it where \`${address}\` is declared so`;
    return [problem("gone-before", detail, { address })];
  });
}
