import type { Problem } from "../../../packages/base/problems/problem.ts";
import { inTurns } from "../../../packages/base/turns.ts";
import { callsUnderMoves } from "../state/moves.ts";
import type { Claim, Observed, Snapshot } from "../state/snapshot.ts";
import { askGet, askLookup } from "./ask-read.ts";
import { ownClaims, recordQuestions } from "./ask-records.ts";
import { askAgainOfMoved, askResource, noteOutputs } from "./ask-resource.ts";
import { ObservationDesk, type ObserveInput } from "./observation-desk.ts";
import { inParallel, type Question, readAll } from "./reader.ts";
import { settleProviders } from "./settle-providers.ts";

/**
 * Looks at the world once: everything that the declaration and the state name. Reads only. What depends on values that
 * other reads give is read in a further wave, until nothing new can be asked.
 */
export async function observe(
  input: ObserveInput,
): Promise<{ readonly snapshot: Snapshot; readonly problems: readonly Problem[] }> {
  const { checked, clock } = input;
  const desk = new ObservationDesk(input);
  let questions = await inTurns(recordQuestions(desk), input.turns);
  for (;;) {
    await settleProviders(desk, questions.length === 0);
    const more: Question[] = [];
    const jobs: (() => Promise<void>)[] = [];
    do {
      for (const node of checked?.nodes ?? []) {
        if (!desk.takeDue(node)) {
          if (node.kind === "resource") noteOutputs(desk, node);
        } else if (node.kind === "resource") askResource(desk, node, more, jobs);
        else if (node.kind === "get") askGet(desk, node, jobs);
        else askLookup(desk, node, jobs);
        if (input.turns?.isDue() === true) await input.turns.next();
      }
    } while (desk.moveRenamed());
    desk.endWave();
    questions = [...questions, ...more];
    if (questions.length === 0 && jobs.length === 0) break;
    const [seen] = await Promise.all([readAll(questions, input), inParallel(jobs, input.parallel, (job) => job())]);
    for (const [key, observed] of seen) desk.observations.set(key, observed);
    questions = [];
    askAgainOfMoved(desk);
  }
  if (input.turns?.isDue() === true) await input.turns.next();
  const own = ownClaims(desk);
  if (input.turns?.isDue() === true) await input.turns.next();
  const others = await input.claims([...desk.claimed.keys()].filter((key) => !own.has(key)));
  // Asked for after the reads: who writes a secret has claimed the object before.
  withholdOthers(desk, others);
  return {
    problems: desk.problems,
    snapshot: {
      format: 1,
      stack: input.stack,
      state: desk.state,
      moves: desk.moves,
      claims: [...own.values(), ...others],
      observations: desk.observations,
      reads: desk.reads,
      found: desk.found,
      providers: new Map(
        [...desk.providers].map(([ref, each]) => [ref, { config: each.config, cloudId: desk.cloudId(each) }]),
      ),
      freshUids: desk.freshUids,
      unsettled: callsUnderMoves(input.unsettled, desk.moves),
      at: new Date(clock.now()).toISOString(),
    },
  };
}

/**
 * Forgets what was seen of objects that another stack manages. Neither their values nor a digest of them nor how they compare are
 * this stack's to know, so that no plan can be made of them.
 */
function withholdOthers(desk: ObservationDesk, claims: readonly Claim[]): void {
  for (const { claimKey, stack } of claims) {
    if (stack === desk.input.stack) continue;
    for (const key of desk.claimed.get(claimKey) ?? []) desk.observations.set(key, managedElsewhere);
  }
}

const managedElsewhere: Observed = {
  kind: "unreadable",
  reason: "denied",
  detail: "another stack of this store manages it",
};
