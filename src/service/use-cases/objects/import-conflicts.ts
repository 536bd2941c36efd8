import { type Problem, problem } from "../../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../../packages/base/problems/problem-codes.ts";
import { awaitsDeclaration, claimKey, type ResourceRecord } from "../../../engine/state/records/record.ts";
import { type Claim, claimantOf } from "../../../engine/state/snapshot.ts";
import type { OpenIntent, StackState } from "../../../engine/state/stack-state.ts";
import { Rejection } from "../../rejection.ts";
import type { Deployment } from "../deployment.ts";
import { stillOpen } from "../runs/refuse-while-open.ts";
import { claimForCaller } from "../secrets/visible-claims.ts";
import type { Found, ImportEntry, ImportRequest } from "./import-request.ts";

/** Why an entry can't be imported. */
export interface Failure {
  readonly entry: ImportEntry;
  readonly reason: Rejection["reason"];
  readonly problems: readonly Problem[];
}

/**
 * The claims among these that other stacks hold, by key. To be asked for before the objects are read as well: a stack
 * that lets go of its claim right after may have deleted what was read.
 */
export async function heldByOthers(
  stack: string,
  claims: readonly string[],
  { store }: Pick<Deployment, "store">,
): Promise<ReadonlyMap<string, Claim>> {
  if (claims.length === 0) return new Map();
  const held = await store.claims(claims);
  return new Map(held.flatMap((each) => (each.stack === stack ? [] : [[each.claimKey, each] as const])));
}

/**
 * Names and objects that are taken: in the stack, by another stack, or by another entry of the same request.
 * `heldBefore`: what other stacks had when the objects were read.
 */
export async function conflicts(
  { stack, entries }: ImportRequest,
  found: readonly Found[],
  heldBefore: ReadonlyMap<string, Claim>,
  state: StackState,
  deployment: Deployment,
): Promise<readonly Failure[]> {
  const conflict = (entry: ImportEntry, code: ProblemCode, detail: string): Failure => ({
    entry,
    reason: "conflict",
    problems: [problem(code, detail)],
  });
  const { store, authority } = deployment;
  const again = new Set(
    found.flatMap(({ entry, claim }) => (takenBefore(entry, claim, state, deployment) === undefined ? [] : [entry])),
  );
  const claims = new Map((await store.claims(found.map(({ claim }) => claim))).map((each) => [each.claimKey, each]));
  const firstOf = new Map<string, string>();
  return [
    ...entries
      .filter((entry) => state.records.has(entry.name) && !again.has(entry))
      .map((entry) => conflict(entry, "already-exists", `stack \`${stack}\` has a resource \`${entry.name}\` already`)),
    ...found.flatMap(({ entry, claim, record: { uid } }) => {
      const other = state.openIntents.find(
        ({ intent }) =>
          (intent.address === entry.name || intent.uid === uid) && intent.record !== null && intent.claimKey !== claim,
      )?.intent;
      if (other === undefined) return [];
      return [conflict(entry, "run-open", stillOpen(other, stack, "or choose another name").detail)];
    }),
    ...found.flatMap(({ entry, claim }) => {
      const going = state.openIntents.find((open) => open.intent.claimKey === claim && isDeletionUnderWay(open));
      return going === undefined
        ? []
        : [conflict(entry, "run-open", stillOpen(going.intent, stack, "then import what stands").detail)];
    }),
    ...entries
      .filter((entry, index) => entries.findIndex(({ name }) => name === entry.name) < index)
      .map((entry) => conflict(entry, "duplicate-name", `\`${entry.name}\` is given to two objects`)),
    ...found.flatMap(({ entry, read, claim }) => {
      const holder = claims.get(claim) ?? heldBefore.get(claim);
      // What a broken-off run has only begun gives way.
      if (holder !== undefined && isBegunOnly(holder, state)) return [];
      // The name that is taken by this very object has been told.
      if (holder?.stack === stack && holder.address === entry.name) return [];
      if (holder !== undefined)
        return [
          conflict(
            entry,
            "claimed-twice",
            `\`${read.id}\` already belongs to ${claimantOf(claimForCaller(holder, stack, authority))}`,
          ),
        ];
      const first = firstOf.get(claim);
      firstOf.set(claim, first ?? entry.name);
      return first === undefined
        ? []
        : [conflict(entry, "claimed-twice", `\`${first}\` and \`${entry.name}\` both stand for \`${read.id}\``)];
    }),
  ];
}

/** What an operation of the platform's is deleting does not stay, whoever takes it over. */
function isDeletionUnderWay({ intent, operationName }: OpenIntent): boolean {
  return intent.operation === "delete" && operationName !== null;
}

/** True for a claim that a call whose end is unknown has reserved, and no record holds. */
function isBegunOnly({ claimKey: key, uid }: Claim, { records, superseded, openIntents }: StackState): boolean {
  const isRecorded = [...records.values(), ...superseded].some((record) => record.uid === uid);
  return !isRecorded && openIntents.some(({ intent }) => intent.claimKey === key);
}

/** Every reason, in the order of the entries. */
export function rejectionOf(failures: readonly Failure[], entries: readonly ImportEntry[]): Rejection {
  const ordered = entries.flatMap((entry) => failures.filter((each) => each.entry === entry));
  const reasons = new Set(ordered.map(({ reason }) => reason));
  const [only = "unprocessable"] = reasons;
  return new Rejection(
    reasons.size === 1 ? only : "unprocessable",
    ordered.flatMap(({ entry, problems }) =>
      problems.map(({ code, detail, hint }) =>
        problem(code, detail, { hint, ...(entries.length > 1 ? { address: entry.name } : {}) }),
      ),
    ),
  );
}

/**
 * The record of the same object under the same name, imported and not declared yet: to import it once more changes
 * nothing, so that who lost the answer (or could not write it down) asks again.
 */
export function takenBefore(
  { name }: ImportEntry,
  claim: string,
  { records }: StackState,
  { catalog }: Deployment,
): ResourceRecord | undefined {
  const record = records.get(name);
  if (record === undefined || !awaitsDeclaration(record)) return undefined;
  const isFolded = catalog.resources[record.type]?.identity.ignoreCase === true;
  return claimKey(record.provider.cloudId, record.identity.claim, isFolded) === claim ? record : undefined;
}
