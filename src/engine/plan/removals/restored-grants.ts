import type { GrantBeside, UndoScope } from "../../undo/journal/undo-scope.ts";
import type { Step } from "../plan.ts";
import type { Claiming, Planning } from "../planning.ts";

/** The grants of others that the undone run has brought back on the physical object of a share. */
export function broughtBackBeside(object: Claiming, planning: Planning): readonly GrantBeside[] {
  const broughtBack = planning.undo?.broughtBack ?? [];
  if (broughtBack.length === 0) return broughtBack;
  const own = planning.claimKeyOf(object);
  return broughtBack.filter(({ claimKey }) => claimKey === own);
}

/**
 * Whether what stands beside a share is nothing but what the undone run has brought back: then the share is written as
 * the whole policy, which takes that away. An undo that is to bring grants back there itself leaves what it finds.
 */
export function takesAllAway(object: Claiming, displaces: readonly string[], planning: Planning): boolean {
  const brought = broughtBackBeside(object, planning).map(({ words }) => words);
  const own = planning.claimKeyOf(object);
  const bringsBack = planning.undo?.displaced.some(({ claimKey }) => claimKey === own) === true;
  return displaces.length > 0 && !bringsBack && displaces.every((words) => brought.includes(words));
}

/**
 * Refuses an undo of a run that has brought grants back where one still stands that no write of the undo takes away.
 */
export function refuseWhatStays({ broughtBack }: UndoScope, planning: Planning): void {
  for (const [claimKey, grants] of Map.groupBy(broughtBack, (each) => each.claimKey)) {
    const { beside, taken } = besideAt(claimKey, planning);
    const staying = grants.filter(({ words }) => beside.has(words) && !taken.has(words));
    const [first] = staying;
    if (first === undefined) continue;
    const known = new Set(grants.map(({ words }) => words));
    const others = [...beside].filter((words) => !known.has(words));
    const why =
      others.length === 0
        ? "the undo writes nothing there that could take it away"
        : `${others.join(", ")} stands there too, which is none of the run's`;
    const detail =
      `the run brought back ${staying.map(({ words }) => words).join(", ")} beside \`${first.address}\`, ` +
      `and ${why}; take away by hand what is to go, and undo again, or declare what you want and run \`plumb up\``;
    planning.complain("stands-on-it", detail, { address: first.address });
  }
}

/** What was seen beside the shares of a physical object that the undo is about, and what its writes take of that. */
function besideAt(claimKey: string, planning: Planning) {
  const records = [...planning.state.records.values()].filter(({ uid }) => planning.undo?.uids.has(uid));
  const shares = [...records, ...planning.steps.flatMap((step) => shareOf(step) ?? [])].filter(
    (share) => planning.claimKeyOf(share) === claimKey,
  );
  const seen = shares.flatMap(({ type, provider, identity }) => {
    const observed = planning.observed(provider.cloudId, planning.definition(type), identity.id);
    return observed.kind === "unreadable" ? [] : [observed.displaces];
  });
  // Of shares of our own each is seen beside the others.
  const everywhere = seen.flat().filter((words) => seen.every((each) => each.includes(words)));
  const taken = planning.steps.flatMap((step) => (step.kind === "write" ? (step.displaces ?? []) : []));
  return { beside: new Set(everywhere), taken: new Set(taken) };
}

/** What a step writes on; null where it writes on nothing. */
function shareOf(step: Step) {
  if (step.kind !== "write" && step.kind !== "removal") return null;
  const { type, provider, identity } = step;
  return identity === null ? null : { type, provider, identity };
}
