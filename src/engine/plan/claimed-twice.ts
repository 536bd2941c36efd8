import type { Intent } from "../state/journal.ts";
import { leftWords } from "../state/records/may-be-left.ts";
import { recordKey } from "../state/records/record.ts";
import { type Claim, claimantOf } from "../state/snapshot.ts";
import type { RemovalStep } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { exchangeAdvice, refuseMadeBeside } from "./resource-case.ts";

/**
 * No two declarations, here or in another stack, may follow one physical object. What takes a place that this plan
 * makes free comes behind the removal that does so. To be asked when all removals are decided.
 */
export function claimedTwice(planning: Planning): void {
  const { snapshot } = planning;
  const holders = new Map<string, string>();
  const others = new Map(snapshot.claims.map((claim) => [claim.claimKey, claim]));
  const said = new Set(planning.problems.flatMap(({ code, address }) => (code === "claimed-twice" ? [address] : [])));
  for (const { address, key, uid } of claimsOf(planning)) {
    const place = { address, pointer: `/resources/${address}`, at: "key" as const };
    const first = holders.get(key);
    if (first !== undefined) {
      planning.complain(
        "claimed-twice",
        `\`${first}\` and \`${address}\` both stand for \`${key.slice(key.indexOf(" ") + 1)}\``,
        place,
      );
      continue;
    }
    holders.set(key, address);
    const other = others.get(key);
    if (other === undefined || other.uid === uid) continue;
    // Said already where the place was found taken.
    if (said.has(address)) continue;
    const isHere = other.stack === snapshot.stack;
    const freeing = isHere ? freedBy(other, planning) : [];
    if (freeing.length > 0) {
      if (!comesBehind(address, freeing, planning)) {
        const detail =
          `\`${key.slice(key.indexOf(" ") + 1)}\` belongs to \`${other.address}\` of this stack, ` +
          `which leaves it only after \`${address}\` is written, and \`${address}\` claims it${exchangeAdvice}`;
        planning.complain("claimed-twice", detail, place);
      }
      continue;
    }
    // What is to become of the other one is told by a later round, or has been.
    const isAwaited = isHere && planning.awaitedOf.get(address) === other.address;
    if (isAwaited && (planning.postponed.has(other.address) || said.has(other.address))) continue;
    if (planning.isMadeBeside(key)) {
      refuseMadeBeside(planning, address, key.slice(key.indexOf(" ") + 1));
      continue;
    }
    const making = isHere ? makingOf(planning, other) : undefined;
    if (making !== undefined) {
      planning.complain("claimed-twice", begunUnder(making, address, planning), place);
      continue;
    }
    const who = isHere ? `\`${other.address}\` of this stack` : claimantOf(other);
    planning.complain(
      "claimed-twice",
      `\`${key.slice(key.indexOf(" ") + 1)}\` already belongs to ${who}, and \`${address}\` claims it too`,
      place,
    );
  }
}

/** The removals after which no record of a uid has a claim any more; none where one keeps it. */
function freedBy({ uid, claimKey }: Claim, planning: Planning): readonly RemovalStep[] {
  const sharers = planning.recorded.claimantsOf(claimKey).filter((record) => record.uid === uid);
  const removals = sharers.map((record) =>
    planning.steps.find((step) => step.kind === "removal" && recordKey(step) === recordKey(record)),
  );
  return removals.every((step) => step?.kind === "removal") ? removals : [];
}

/**
 * Puts the write at an address behind removals; false where one of them needs that write. What waits for a round needs
 * none.
 */
function comesBehind(address: string, removals: readonly RemovalStep[], planning: Planning): boolean {
  const write = planning.stepAt(address);
  if (write?.kind !== "write") return true;
  const byId = new Map(planning.steps.map((step) => [step.id, step]));
  const needed = new Set(removals.map(({ id }) => id));
  // The set grows while it is gone through.
  for (const id of needed) for (const need of byId.get(id)?.needs ?? []) needed.add(need);
  if (needed.has(write.id)) return false;
  const needs = [...new Set([...write.needs, ...removals.map(({ id }) => id)])];
  // A removal gives what is shared another version.
  const isShared = planning.definition(write.type).existence !== "created";
  planning.steps[planning.steps.indexOf(write)] = { ...write, needs, ...(isShared ? { condition: null } : {}) };
  return true;
}

/** The open creation of what has no record yet. */
function makingOf(planning: Planning, { uid, claimKey }: Pick<Claim, "uid" | "claimKey">): Intent | undefined {
  const { records, superseded } = planning.state;
  const isRecorded = [...records.values(), ...superseded].some(
    (record) => record.uid === uid && planning.claimKeyOf(record) === claimKey,
  );
  if (isRecorded) return undefined;
  return planning.snapshot.indeterminate.find(
    ({ intent }) => intent.uid === uid && intent.record !== null && intent.claimKey === claimKey,
  )?.intent;
}

/** What stands in the way of an address that claims what a run has begun to make, and the ways out. */
function begunUnder(making: Intent, address: string, { checked }: Planning): string {
  const { run, identity, address: name, failedWith } = making;
  const { id } = identity;
  const begun = `run ${run} has begun to make \`${id}\` under the name \`${name}\`, and how that ended is not known`;
  const resume = `\`plumb runs resume ${run}\`, if that was not cancelled`;
  const isTaken = checked?.nodes.some((node) => node.address === name) === true;
  const takeAlong = `take it along with \`aliases: [${name}]\` on \`${address}\``;
  // Nothing but time tells that nothing is left.
  if (failedWith !== undefined)
    return `${leftWords(making, name)}; ${isTaken ? "" : `${takeAlong}, or `}plan again in five minutes`;
  return isTaken
    ? `${begun}; settle it first: run \`plumb up\` once without \`${address}\`, or ${resume}`
    : `${begun}; ${takeAlong}, or settle it first: with ${resume}, or by running once under the former name`;
}

function claimsOf(
  planning: Planning,
): readonly { readonly address: string; readonly key: string; readonly uid: string }[] {
  const written = planning.steps.flatMap((step) => {
    if ((step.kind !== "write" && step.kind !== "move") || step.identity === null) return [];
    const { address, uid, type, provider, identity } = step;
    return [{ address, uid, key: planning.claimKeyOf({ type, provider, identity }) }];
  });
  // Records that are left as they are share no claim among themselves.
  if (written.length + planning.awaitedClaims.length === 0) return [];
  const kept = planning.unchanged.flatMap(({ address }) => {
    const record = planning.state.records.get(address);
    return record === undefined ? [] : [{ address, uid: record.uid, key: planning.claimKeyOf(record) }];
  });
  return [...kept, ...written, ...planning.awaitedClaims];
}
