import type { Problem } from "../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../packages/base/turns.ts";
import { callsUnderMoves } from "../state/moves.ts";
import type { Claim, Observed, Snapshot } from "../state/snapshot.ts";
import { askGet, askLookup } from "./ask-read.ts";
import { holdersToAsk, ownClaims, recordQuestions } from "./ask-records.ts";
import { askAgainOfMoved, askResource, noteOutputs } from "./ask-resource.ts";
import type { Question } from "./question.ts";
import { inParallel, readAll } from "./reader.ts";
import { type ObserveInput, RefreshSession } from "./refresh-session.ts";
import { settleProviders } from "./settle-providers.ts";

/**
 * Reads the platforms once: everything that the declaration and the state name. Reads only. What depends on values that
 * other reads give is read in a further wave, until nothing new can be asked.
 */
export async function observe(
  input: ObserveInput,
): Promise<{ readonly snapshot: Snapshot; readonly problems: readonly Problem[] }> {
  const { checked, clock } = input;
  const session = new RefreshSession(input);
  const heldBefore = new Map<string, Claim>();
  let questions = await inTurns(recordQuestions(session), input.turns);
  for (;;) {
    await settleProviders(session, questions.length === 0);
    const more: Question[] = [];
    const jobs: (() => Promise<void>)[] = [];
    do {
      for (const node of checked?.nodes ?? []) {
        if (!session.takeDue(node)) {
          if (node.kind === "resource") noteOutputs(session, node);
        } else if (node.kind === "resource") askResource(session, node, more, jobs);
        else if (node.kind === "get") askGet(session, node, jobs);
        else askLookup(session, node, jobs);
        if (input.turns?.isDue() === true) await input.turns.next();
      }
    } while (session.moveRenamed());
    session.endWave();
    questions = [...questions, ...more];
    if (questions.length === 0 && jobs.length === 0) break;
    const takeovers = session.takeNewTakeovers();
    for (const claim of takeovers.length === 0 ? [] : await input.claims(takeovers))
      if (claim.stack !== input.stack) heldBefore.set(claim.claimKey, claim);
    const [seen] = await Promise.all([readAll(questions, input), inParallel(jobs, input.parallel, (job) => job())]);
    for (const [key, observed] of seen) session.observations.set(key, observed);
    questions = [];
    askAgainOfMoved(session);
  }
  const parents = await parentsSeen(session);
  const holdersDeleted = await deletedHolders(session);
  if (input.turns?.isDue() === true) await input.turns.next();
  const own = ownClaims(session);
  if (input.turns?.isDue() === true) await input.turns.next();
  const heldNow = await input.claims([...session.claimed.keys()].filter((key) => !own.has(key)));
  for (const { claimKey } of heldNow) heldBefore.delete(claimKey);
  // What its stack has let go of since the look may be deleted, and would be recorded as it was seen.
  const others = [...heldNow, ...heldBefore.values()];
  // Asked for after the reads: who writes a secret has claimed the object before.
  withholdOthers(session, others);
  return {
    problems: session.problems,
    snapshot: {
      format: 1,
      stack: input.stack,
      state: session.state,
      moves: session.moves,
      claims: [...own.values(), ...others],
      observations: session.observations,
      parents,
      ...(holdersDeleted.size === 0 ? {} : { holdersDeleted }),
      reads: session.reads,
      found: session.found,
      providers: new Map(
        [...session.providers].map(([ref, each]) => [ref, { config: each.config, cloudId: session.cloudId(each) }]),
      ),
      freshUids: session.freshUids,
      indeterminate: callsUnderMoves(input.indeterminate, session.moves),
      at: new Date(clock.now()).toISOString(),
    },
  };
}

/**
 * What managed objects lie in and is soft-deleted, by their keys, where that is not of the stack itself: what becomes
 * of an object of its own, and of all that lies in it, is told by its plan.
 */
async function deletedHolders(session: RefreshSession): Promise<ReadonlyMap<string, string>> {
  const all = await inTurns(holdersToAsk(session), session.input.turns);
  const lying = all.filter(({ holder }) => !session.observations.has(holder.key));
  const holders = new Map(lying.map(({ holder }) => [holder.key, holder]));
  const seen = holders.size === 0 ? undefined : await readAll([...holders.values()], session.input);
  return new Map(
    lying.flatMap(({ key, holder }): [string, string][] => {
      const there = seen?.get(holder.key);
      return there?.kind === "present" && there.deleted ? [[key, holder.target.id]] : [];
    }),
  );
}

/** What new objects lie in, as it was seen with the others, or is by a look of its own. */
async function parentsSeen({ parents, observations, input }: RefreshSession): Promise<ReadonlyMap<string, Observed>> {
  const unseen = new Map(
    [...parents.values()].filter(({ key }) => !observations.has(key)).map((each) => [each.key, each]),
  );
  const seen = unseen.size === 0 ? new Map<string, Observed>() : await readAll([...unseen.values()], input);
  return new Map(
    [...parents].flatMap(([address, { key }]) => {
      const parent = observations.get(key) ?? seen.get(key);
      return parent === undefined ? [] : [[address, parent]];
    }),
  );
}

/**
 * Forgets what was seen of objects that another stack manages. Neither their values nor a digest of them nor how they
 * compare are this stack's to know, so that no plan can be made of them.
 */
function withholdOthers(session: RefreshSession, claims: readonly Claim[]): void {
  for (const { claimKey, stack } of claims) {
    if (stack === session.input.stack) continue;
    for (const key of session.claimed.get(claimKey) ?? []) session.observations.set(key, managedElsewhere);
  }
}

const managedElsewhere: Observed = {
  kind: "unreadable",
  reason: "denied",
  detail: "another stack of this store manages it",
};
