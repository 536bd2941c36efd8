import { quiet, troubleOf } from "./actions/people.ts";
import { generate, pauseOf } from "./generate.ts";
import { Random } from "./random.ts";
import type { Operation, Scenario } from "./scenario.ts";

/** No scenario grows beyond so many operations. */
const mostOperations = 18;

/**
 * The scenario of a seed whose declarations are carried out by several workers: a plan is kept, and its run is
 * delivered to one of them, to two at once, again when it is over, or after others have come. A source of its own, so
 * that no other seed changes.
 */
export function generateWorkers(seed: number): Scenario {
  const random = new Random(seed, "workers");
  const scenario = generate(seed);
  const first = scenario.actors.length;
  const workers = Array.from({ length: random.between(2, 3) }, () => ({ isNeighbour: random.chance(0.5) }));
  const operations: Operation[] = [];
  let proposals = 0;
  const delivery = (proposal: number, overlapMs: number | null): Operation => ({
    ...quiet,
    ...(random.chance(0.3) ? troubleOf(random) : {}),
    ...(random.chance(0.2) ? { pause: pauseOf(random) } : {}),
    ...{ actor: first + random.below(workers.length), overlapMs },
    act: { kind: "advance", proposal, patienceMs: random.pick([0, 2_000, 10_000, 600_000]) },
  });
  const soon = () => (random.chance(0.5) ? null : random.pick([0, 5, 20, 60, 400, 3_000, 9_000]));
  for (const operation of scenario.operations) {
    if (operations.length >= mostOperations) break;
    const { act, actor } = operation;
    if (act.kind !== "up") {
      operations.push(operation);
      continue;
    }
    operations.push({ ...quiet, actor, act: { kind: "propose", want: act.want } });
    const isLate = proposals > 0 && random.chance(0.3);
    // The one before comes first, or comes again.
    if (isLate) operations.push(delivery(proposals - 1, null));
    operations.push(delivery(proposals, isLate ? soon() : null));
    for (let more = random.below(3); more > 0; more -= 1) operations.push(delivery(proposals, soon()));
    if (isLate && random.chance(0.5)) operations.push(delivery(random.below(proposals), soon()));
    proposals += 1;
  }
  // Who dies before it can tell that a name is taken may have made what stands there.
  const strangersAt = scenario.strangersAt?.filter(({ copies }) => copies !== true) ?? [];
  return { ...scenario, strangersAt, actors: [...scenario.actors, ...workers], operations };
}
