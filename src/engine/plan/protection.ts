import { idKey } from "../../definitions/schema/identity/same-object.ts";
import type { KeptOptions } from "../check/kept-options.ts";
import type { Intent } from "../state/journal.ts";
import { mayNotShow } from "../state/records/lagging-reads.ts";
import { awaitsDeclaration, type RecordedOptions, type ResourceRecord } from "../state/records/record.ts";
import { supersededStepId } from "../state/step-id.ts";
import { complainOfUndeclared } from "./drift/imported-undeclared.ts";
import type { Plan, RemovalStep, Step, WriteStep } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { removedBy } from "./removals/removed-objects.ts";

/** What is asked of an object: its record, or what would be recorded of it. */
export interface Kept
  extends Pick<ResourceRecord, "uid" | "address" | "generation" | "type" | "status" | "identity" | "options"> {
  /** A run that broke off may have made it, and no run could lift its protection: what is declared lifts that. */
  readonly isUnmade?: true;
}

/** Why no step may remove an object: a run has recorded it so, or the declaration says so by now. */
type Protection = "recorded" | "declared";

/**
 * Who protects an object; null where it is not protected. What is recorded counts until a run has lifted it, what is
 * declared counts at once. A former object was made under protection until what is declared for the resource, or stands
 * in its place, has lifted that; one whose resource was never recorded otherwise (it was found late) keeps what it was
 * made with.
 */
function protectionOf(record: Kept, planning: Planning): Protection | null {
  const declared = declaredFor(record, planning);
  if (record.isUnmade === true && declared?.protect === false) return null;
  if (record.status === "current") return record.options.protect ? "recorded" : declared?.protect ? "declared" : null;
  const successor = successorOf(record, planning);
  const isLifted = successor !== undefined && (declared ?? successor.options).protect === false;
  return record.options.protect && !isLifted ? "recorded" : null;
}

export function isProtected(record: ResourceRecord, planning: Planning): boolean {
  return protectionOf(record, planning) !== null;
}

/** From the least to the most careful. */
const care = ["delete", "restore", "retain"] as const;

/**
 * What becomes of an object that ends: the more careful of what is recorded and what is declared. What an undo declares
 * is of the objects before its run, and says nothing of those that the run has made. A former object goes by what is
 * recorded of its resource too.
 */
export function onDestroyOf(record: Kept, planning: Planning): RecordedOptions["onDestroy"] {
  const recorded = record.options.onDestroy;
  if (planning.undo !== null) return recorded;
  const said = declaredFor(record, planning);
  const wish = said === undefined ? recordedWish(record, planning) : declaredWish(record, said);
  const declared = wish ?? recorded;
  return care.indexOf(declared) > care.indexOf(recorded) ? declared : recorded;
}

/** What a declaration says of it; of a wish for an object of another type only that it is to be kept. */
function declaredWish(record: Kept, { type, onDestroy }: KeptOptions): KeptOptions["onDestroy"] {
  return type === record.type || onDestroy === "retain" ? onDestroy : undefined;
}

/**
 * What is recorded for the resource of a former object. A record does not tell what was said from its type's default,
 * which says nothing of an object of another type.
 */
function recordedWish(record: Kept, planning: Planning): RecordedOptions["onDestroy"] | undefined {
  const successor = record.status === "current" ? undefined : successorOf(record, planning);
  if (successor === undefined) return undefined;
  const { type, options } = successor;
  if (type === record.type) return options.onDestroy;
  const isSaid = options.onDestroy === "retain" && planning.catalog.resources[type]?.onDestroy !== "retain";
  return isSaid ? "retain" : undefined;
}

/** The options that are declared for the resource whose object it is or was. */
function declaredFor(record: Kept, planning: Planning): KeptOptions | undefined {
  const current = record.status === "current" ? record : successorOf(record, planning);
  return current === undefined ? undefined : planning.keptAs(current.address);
}

/** The record of what stands in the place of a former object. */
function successorOf({ uid }: Kept, { recorded }: Planning): ResourceRecord | undefined {
  return recorded.currentOf(uid);
}

/** What is said of an object that a run that broke off may have made. */
const unlessUnseen = "(if no look shows it, it was not made, and can be let go of in five minutes)";

/**
 * Refuses every removal of an object that is kept, by whatever step it goes: `protect` and an import that awaits its
 * declaration refuse all of them, a wish to keep the object those that a write itself makes. To be asked when all steps
 * are decided, those included that wait for a later round; each resource is told once.
 */
export function refuseRemovals(kind: Plan["kind"], steps: readonly Step[], planning: Planning): void {
  const said = new Set<string>();
  const others = kind === "destroy" ? "; `plumb destroy --keep-protected` removes the others" : "";
  for (const step of steps) {
    const record = recordOf(step, planning);
    if (record !== undefined && !said.has(record.address) && endsImport(step, record, kind, planning)) {
      said.add(record.address);
      complainOfUndeclared(record, planning);
    }
    const recorded: readonly Kept[] = record === undefined || !endsObject(step) ? [] : [record];
    for (const kept of [...recorded, ...unmadeOf(step, planning)]) {
      const { address } = kept;
      const protection = said.has(address) ? null : protectionOf(kept, planning);
      if (protection !== null) {
        said.add(address);
        planning.complain(
          "protected",
          refusal(protection, harmOf(step, kept, planning), kept, planning) + others,
          placeOf(address, planning),
        );
      }
      if (step.kind === "write" && onDestroyOf(kept, planning) === "retain") {
        const doubt = kept.isUnmade === true ? ` ${unlessUnseen}` : "";
        const detail =
          `\`${kept.identity.id}\` is to be kept when it is deleted, and what \`${address}\` writes would take ` +
          `it away${doubt}`;
        planning.complain("would-be-lost", detail, placeOf(address, planning));
      }
    }
  }
}

/** The record of what a step takes away; what a broken-off run may have made has none. */
function recordOf(step: Step, { state, recorded }: Planning): ResourceRecord | undefined {
  if (step.kind === "write") return state.records.get(step.address);
  return step.kind === "removal" ? recorded.of(step) : undefined;
}

/** What would be recorded of objects that a step takes away and nothing records: broken-off runs may have made them. */
function unmadeOf(step: Step, planning: Planning): readonly Kept[] {
  if (step.kind !== "write" && step.kind !== "removal") return [];
  const { indeterminate, at } = planning.snapshot;
  return indeterminate.flatMap(({ intent, why }) => {
    if (intent.uid !== step.uid || intent.failedWith !== undefined || !takesUnmade(step, intent, planning)) return [];
    // What no read shows for longer than any lags behind was not made.
    const isNowhere = why === "not-seen" && !mayNotShow(intent.at, at);
    return (isNowhere ? undefined : asKept(intent, planning)) ?? [];
  });
}

/**
 * Whether a step takes away what a call about its resource may have made and nothing records: a removal its own object,
 * a write another share of the policy that it sets as a whole.
 */
function takesUnmade(step: WriteStep | RemovalStep, { type, identity, claimKey }: Intent, planning: Planning): boolean {
  if (step.identity === null) return false;
  if (step.kind === "removal")
    return step.identity.id === identity.id && endsObject(step) && planning.recorded.of(step) === undefined;
  const definition = planning.definition(type);
  if (definition.existence !== "part" || step.type !== type || step.restores !== undefined) return false;
  const key = idKey(definition, identity.id);
  if (key === idKey(definition, step.identity.id)) return false;
  const { provider } = step;
  if (planning.claimKeyOf({ type, provider, identity: step.identity }) !== claimKey) return false;
  return planning.recorded.holderOf(definition, provider.cloudId, identity.id)?.uid !== step.uid;
}

/**
 * What an intent was to make, as its record would be: current, unless something else stands for its resource by now.
 */
export function asKept({ uid, address, type, identity, record }: Intent, planning: Planning): Kept | undefined {
  if (record === null) return undefined;
  const { generation, options } = record;
  const holder = planning.recorded.currentOf(uid) ?? planning.state.records.get(address);
  const status = holder === undefined ? "current" : "superseded";
  return { uid, address, generation, type, status, identity, options, isUnmade: true };
}

/** Whether a step removes an object, or gives its place to another. */
function endsObject(step: Step): boolean {
  if (removedBy(step) !== null) return true;
  return (
    step.kind === "removal" &&
    (step.by === "replace" || (step.by === undefined && (step.action === "delete" || step.restore !== null)))
  );
}

/**
 * Whether a step ends what was imported and has not been declared yet. Destroy may let go of what it leaves as it is,
 * and undo takes an import back by letting go.
 */
function endsImport(step: Step, record: ResourceRecord, kind: Plan["kind"], planning: Planning): boolean {
  if (!awaitsDeclaration(record)) return false;
  if (removedBy(step) !== null) return true;
  if (step.kind !== "removal" || kind === "destroy" || kind === "undo") return false;
  return !step.superseded || planning.resourceAt(record.address)?.type !== record.type;
}

export function placeOf(address: string, planning: Planning) {
  if (planning.resourceAt(address) === undefined) return { address };
  return { address, pointer: `/resources/${address}`, at: "key" as const };
}

/** Why an object may not be ended, told with what would end it; null where it is not protected. */
export function refusalOf(record: Kept, harm: string, planning: Planning): string | null {
  const protection = protectionOf(record, planning);
  return protection === null ? null : refusal(protection, harm, record, planning);
}

function refusal(protection: Protection, harm: string, record: Kept, planning: Planning): string {
  const { address } = record;
  if (protection === "declared")
    return (
      `\`${address}\` is declared with \`protect: true\`, and ${harm}; ` +
      "leave `protect` out of the declaration to let the object go"
    );
  const wayOut =
    record.status === "superseded" && record.isUnmade !== true
      ? formerWayOut(record, planning)
      : "declare `protect: false` first and run `plumb up` with that change alone";
  return `\`${address}\` is protected, and ${harm}; to let the object go, ${wayOut}`;
}

function unmadeHarm({ kind }: Step, { identity }: Kept): string {
  const end = kind === "write" ? "written over" : "deleted";
  return `\`${identity.id}\`, which a run that broke off may have made, would be ${end} ${unlessUnseen}`;
}

function formerWayOut(record: Kept, planning: Planning): string {
  if (successorOf(record, planning) !== undefined) return "declare `protect: false`";
  return `forget it with \`plumb state rm ${supersededStepId(record)}\` and delete it by hand`;
}

/** What a step would do to a protected object, as the second half of a sentence. */
function harmOf(step: Step, record: Kept, planning: Planning): string {
  if (record.isUnmade === true) return unmadeHarm(step, record);
  const { id } = record.identity;
  if (step.kind !== "removal") return `changing it so would remove \`${removedBy(step)?.id ?? id}\``;
  if (step.by === "move") return `moving it would remove \`${id}\``;
  if (step.by === "replace") return replacement(step, record, planning);
  if (step.superseded) return `its former object \`${id}\` would be deleted`;
  return step.goneWith === undefined ? "it would be deleted" : `deleting \`${step.goneWith}\` would take it along`;
}

function replacement(step: RemovalStep, record: Kept, planning: Planning): string {
  if (planning.resourceAt(step.address)?.type !== record.type) return "another type would replace it";
  const guilty =
    planning.stepAt(step.address)?.fields.flatMap(({ replace, path }) => (replace ? [path.slice(1)] : [])) ?? [];
  if (guilty.length === 0 && planning.replaced.has(step.address)) return "`--replace` would replace it";
  if (guilty.length === 0 && recordOf(step, planning)?.tainted !== undefined)
    return "it is tainted and would be replaced";
  return `changing ${guilty.join(", ")} would replace it`;
}
