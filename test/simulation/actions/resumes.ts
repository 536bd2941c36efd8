import type { Random } from "../random.ts";
import type { Operation, Request, Scenario } from "../scenario.ts";
import { quiet, troubleOf } from "./people.ts";

/**
 * Somebody takes a run up again that broke off, is broken off as well now and then, and takes it up once more; or has a
 * run called off by another process while it is at work.
 */
export function withResumes(scenario: Scenario, random: Random): Scenario {
  const { operations, actors } = scenario;
  const ups = operations.flatMap(({ act }, index) => (act.kind === "up" ? [index] : []));
  const at = ups[random.below(ups.length)];
  const up = at === undefined ? undefined : operations[at];
  if (at === undefined || up === undefined) return scenario;
  const resume: Operation = { ...quiet, actor: up.actor, act: { kind: "resume" } };
  const broken = { ...resume, ...troubleOf(random) };
  if (random.chance(0.3)) {
    const other = actors.length;
    const overlapMs = random.pick([5, 20, 60, 90, 150, 400]);
    const stopped: Operation = { ...quiet, actor: other, overlapMs, act: { kind: "cancel-run" } };
    return {
      ...scenario,
      actors: [...actors, { isNeighbour: random.chance(0.7) }],
      operations: operations.toSpliced(at, 2, { ...up, ...quiet }, stopped, random.pick([resume, up])),
    };
  }
  const between: readonly Request[] = [{ kind: "refresh" }, { kind: "drift" }, { kind: "prune", keep: 0 }];
  const act = between[random.below(between.length)];
  const sequel = random.pick([
    [resume],
    [broken, resume],
    [broken, resume, up],
    ...(act === undefined ? [] : [[{ ...quiet, actor: up.actor, act }, resume]]),
  ]);
  return {
    ...scenario,
    operations: operations.toSpliced(at, 1 + sequel.length, { ...up, ...troubleOf(random) }, ...sequel),
  };
}
