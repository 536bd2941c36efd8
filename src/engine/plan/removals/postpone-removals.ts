import type { Plan, Step } from "../plan.ts";
import type { Planning } from "../planning.ts";

/** Why an object is kept: what leans on it, and what that waits with in the end, which waits by itself. */
interface Dependent {
  readonly address: string;
  readonly root: string;
}

/**
 * What still leans on an object and waits for the next round keeps it until then, and with it what that one leans on in
 * its turn. A write that needs the object gone waits along, and so does what needs that write; unless nothing would be
 * left that lets the next round tell more: then the object goes. Gives the steps that wait.
 */
export function postponeRemovals(planning: Planning): readonly Step[] {
  const { steps, postponed } = planning;
  if (postponed.size === 0) return [];
  const ways = waysOf(planning);
  const dependents = new Map<string, Dependent>();
  const lean = (dependent: Dependent, on: readonly string[]) => {
    for (const address of [...on, ...planning.managedBelow(on)])
      if (!dependents.has(address)) dependents.set(address, dependent);
  };
  for (const address of postponed) lean({ address, root: address }, ways.leansOn(address));
  // What something postponed waits for does not wait in its turn.
  const removals = steps.filter((step) => step.kind === "removal" && !planning.awaited.has(step.id));
  const removalsAt = Map.groupBy(removals, ({ address }) => address);
  const waiting = new Set<Step>();
  const telling = new Telling(ways.stepsBelow);
  // The map grows while it is gone through.
  for (const [address, { root }] of dependents) {
    for (const removal of removalsAt.get(address) ?? []) {
      const along = ways.followersOf(removal);
      if (!telling.holdBack([removal, ...along], along.length > 0 ? root : undefined)) continue;
      waiting.add(removal);
      for (const each of along) waiting.add(each);
      if (removal.kind === "removal") lean({ address, root }, planning.recorded.of(removal)?.dependsOn ?? []);
      for (const each of along) lean({ address: each.address, root }, ways.leansOn(each.address));
    }
  }
  const byId = new Map([...waiting].map((step, place) => [step.id, { step, place }]));
  for (const [address, all] of Map.groupBy(waiting, (step) => step.address))
    planning.postpone(address, whyWaits(all, dependents.get(address)?.address, byId), actionsOf(all));
  planning.leaveOut(waiting);
  return [...waiting];
}

/**
 * Which steps are held back, and for each root of those that wait a step that is left, after which more may be known of
 * it.
 */
class Telling {
  readonly #stepsBelow: (root: string) => Iterable<Step>;
  readonly #held = new Set<Step>();
  /** The roots for which each step stands. */
  readonly #standsFor = new Map<Step, Set<string>>();
  readonly #roots = new Set<string>();
  /** Nothing is left for some root. */
  #isSilent = false;

  constructor(stepsBelow: (root: string) => Iterable<Step>) {
    this.#stepsBelow = stepsBelow;
  }

  /**
   * Holds steps back. With a root: only where something would be left for that one and for each root before; says
   * whether it was done.
   */
  holdBack(steps: readonly Step[], root: string | undefined): boolean {
    const more = new Set(steps);
    const affected = new Set(steps.flatMap((step) => [...(this.#standsFor.get(step) ?? [])]));
    if (root !== undefined && !this.#roots.has(root)) affected.add(root);
    const found = new Map<string, Step>();
    for (const each of affected) {
      const step = this.#left(each, more);
      if (step !== undefined) found.set(each, step);
      else if (root !== undefined) return false;
      else this.#isSilent = true;
    }
    if (root !== undefined && this.#isSilent) return false;
    if (root !== undefined) this.#roots.add(root);
    for (const step of steps) {
      this.#held.add(step);
      this.#standsFor.delete(step);
    }
    for (const [each, step] of found) {
      const others = this.#standsFor.get(step);
      if (others === undefined) this.#standsFor.set(step, new Set([each]));
      else others.add(each);
    }
    return true;
  }

  /** A step below a root that is not held back. */
  #left(root: string, more: ReadonlySet<Step>): Step | undefined {
    for (const step of this.#stepsBelow(root)) if (!this.#held.has(step) && !more.has(step)) return step;
    return undefined;
  }
}

/** How what is planned hangs together. */
function waysOf({ steps, checked, state }: Planning) {
  const edges = new Map(checked?.nodes.map((node) => [node.address, node.edges]));
  const place = new Map(steps.map((step, index) => [step, index]));
  const stepsAt = Map.groupBy(steps, ({ address }) => address);
  const needing = new Map<string, Step[]>();
  for (const step of steps)
    for (const need of step.needs) {
      const others = needing.get(need);
      if (others === undefined) needing.set(need, [step]);
      else others.push(step);
    }
  return {
    /** Addresses of what the declared and the recorded resource lean on. */
    leansOn: (address: string): readonly string[] => [
      ...(edges.get(address) ?? []),
      ...(state.records.get(address)?.dependsOn ?? []),
    ],
    /** The steps that need a step, directly or not, in the order of the plan. */
    followersOf: (step: Step): readonly Step[] => {
      const found = new Set<Step>(needing.get(step.id));
      // The set grows while it is gone through.
      for (const each of found) for (const follower of needing.get(each.id) ?? []) found.add(follower);
      found.delete(step);
      return [...found].sort((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
    },
    /** The steps after which more may be known of what waits. What a program could not tell yet hangs on no edge. */
    *stepsBelow(root: string): Generator<Step> {
      let isAny = false;
      for (const address of reachedFrom(root, edges))
        for (const step of stepsAt.get(address) ?? []) {
          isAny = true;
          yield step;
        }
      if (!isAny) yield* steps;
    },
  };
}

/** Addresses below a root, as they are reached. */
function* reachedFrom(root: string, edges: ReadonlyMap<string, readonly string[]>): Generator<string> {
  const reached = new Set(edges.get(root));
  // The set grows while it is gone through.
  for (const address of reached) {
    yield address;
    for (const each of edges.get(address) ?? []) reached.add(each);
  }
}

function whyWaits(
  all: readonly Step[],
  dependent: string | undefined,
  waiting: ReadonlyMap<string, { readonly step: Step; readonly place: number }>,
): string {
  if (dependent !== undefined && all.some(({ kind }) => kind === "removal"))
    return `its old object is needed until ${dependent} is planned`;
  const own = new Set(all.map(({ address }) => address));
  const awaited = all
    .flatMap((step) => step.needs.flatMap((need) => waiting.get(need) ?? []))
    .filter(({ step }) => !own.has(step.address))
    .reduce<{ readonly step: Step; readonly place: number } | undefined>(
      (first, each) => (first === undefined || each.place < first.place ? each : first),
      undefined,
    );
  return `known after ${awaited?.step.address ?? dependent ?? ""} is planned`;
}

function actionsOf(all: readonly Step[]): Plan["deferred"][number]["allowedActions"] {
  return [...new Set(all.map(({ action }) => action))];
}
