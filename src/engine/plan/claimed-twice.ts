import type { Intent } from "../state/journal.ts";
import { type Claim, claimantOf } from "../state/snapshot.ts";
import type { Planning } from "./planning.ts";
import { tellMadeBeside } from "./resource-case.ts";

/** No two declarations, here or in another stack, may follow one physical object. */
export function claimedTwice(planning: Planning): void {
  const { snapshot } = planning;
  const holders = new Map<string, string>();
  const others = new Map(snapshot.claims.map((claim) => [claim.claimKey, claim]));
  const said = new Set(planning.problems.flatMap(({ code, address }) => (code === "claimed-twice" ? [address] : [])));
  const leaving = new Set(planning.steps.flatMap((step) => (step.kind === "removal" ? [step.uid] : [])));
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
    // Within the stack a record that this plan removes gives its claim free.
    if (isHere && leaving.has(other.uid)) continue;
    if (planning.isMadeBeside(key)) {
      tellMadeBeside(planning, address, key.slice(key.indexOf(" ") + 1));
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

/** The open creation of what has no record yet. */
function makingOf(planning: Planning, { uid, claimKey }: Pick<Claim, "uid" | "claimKey">): Intent | undefined {
  const { records, superseded } = planning.state;
  const isRecorded = [...records.values(), ...superseded].some(
    (record) => record.uid === uid && planning.claimKeyOf(record) === claimKey,
  );
  if (isRecorded) return undefined;
  return planning.snapshot.unsettled.find(
    ({ intent }) => intent.uid === uid && intent.record !== null && intent.claimKey === claimKey,
  )?.intent;
}

/** What stands in the way of an address that claims what a run has begun to make, and the ways out. */
function begunUnder({ run, identity, address: name }: Intent, address: string, { checked }: Planning): string {
  const begun = `run ${run} has begun to make \`${identity.id}\` under the name \`${name}\`, and how that ended is not known`;
  const resume = `\`plumb runs resume ${run}\`, if that was not cancelled`;
  const isTaken = checked?.nodes.some((node) => node.address === name) === true;
  return isTaken
    ? `${begun}; settle it first: run \`plumb up\` once without \`${address}\`, or ${resume}`
    : `${begun}; take it along with \`aliases: [${name}]\` on \`${address}\`, or settle it first: with ${resume}, or by running once under the former name`;
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
  if (written.length === 0) return [];
  const kept = planning.unchanged.flatMap(({ address }) => {
    const record = planning.state.records.get(address);
    return record === undefined ? [] : [{ address, uid: record.uid, key: planning.claimKeyOf(record) }];
  });
  return [...kept, ...written];
}
