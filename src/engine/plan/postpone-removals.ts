import type { Plan, Step } from "./plan.ts";
import type { Planning } from "./planning.ts";

/** Why an object is kept: what leans on it, and what that waits with in the end, which waits by itself. */
interface Leaner {
  readonly address: string;
  readonly root: string;
}

/**
 * What still leans on an object and waits for the next round keeps it until then, and with it what that one leans on in its turn.
 * A write that needs the object gone waits along, and so does what needs that write; unless nothing would be left that lets the
 * next round tell more: then the object goes. Gives the steps that wait.
 */
export function postponeRemovals(planning: Planning): readonly Step[] {
  const { steps, postponed } = planning;
  if (postponed.size === 0) return [];
  const ways = waysOf(planning);
  const leaners = new Map<string, Leaner>();
  const lean = (leaner: Leaner, on: readonly string[]) => {
    for (const address of [...on, ...planning.managedBelow(on)])
      if (!leaners.has(address)) leaners.set(address, leaner);
  };
  for (const address of postponed) lean({ address, root: address }, ways.leansOn(address));
  // What something postponed waits for does not wait in its turn.
  const removals = steps.filter((step) => step.kind === "removal" && !planning.awaited.has(step.id));
  const removalsAt = Map.groupBy(removals, ({ address }) => address);
  const waiting = new Set<Step>();
  const roots = new Set<string>();
  // The map grows while it is gone through.
  for (const [address, { root }] of leaners) {
    for (const removal of removalsAt.get(address) ?? []) {
      const along = ways.followersOf(removal);
      const held = new Set([...waiting, removal, ...along]);
      if (along.length > 0 && [...roots, root].some((each) => !ways.isToldBy(each, held))) continue;
      if (along.length > 0) roots.add(root);
      waiting.add(removal);
      for (const each of along) waiting.add(each);
      if (removal.kind === "removal") lean({ address, root }, planning.recorded.of(removal)?.dependsOn ?? []);
      for (const each of along) lean({ address: each.address, root }, ways.leansOn(each.address));
    }
  }
  for (const [address, all] of Map.groupBy(waiting, (step) => step.address))
    planning.postpone(address, whyWaits(all, leaners.get(address)?.address, waiting), actionsOf(all));
  planning.leaveOut(waiting);
  return [...waiting];
}

/** How what is planned hangs together. */
function waysOf({ steps, checked, state }: Planning) {
  const edges = new Map(checked?.nodes.map((node) => [node.address, node.edges]));
  return {
    /** Addresses of what the declared and the recorded resource lean on. */
    leansOn: (address: string): readonly string[] => [
      ...(edges.get(address) ?? []),
      ...(state.records.get(address)?.dependsOn ?? []),
    ],
    /** The steps that need a step, directly or not. */
    followersOf: (step: Step): readonly Step[] => {
      const ids = new Set([step.id]);
      const found: Step[] = [];
      for (let before = -1; before < found.length; ) {
        before = found.length;
        for (const each of steps) {
          if (ids.has(each.id) || !each.needs.some((need) => ids.has(need))) continue;
          ids.add(each.id);
          found.push(each);
        }
      }
      return found;
    },
    /** Whether a step is left, but for those that are held, after which more may be known of what waits. */
    isToldBy: (root: string, held: ReadonlySet<Step>): boolean => {
      const below = reachedFrom(root, edges);
      const awaited = steps.filter(({ address }) => below.has(address));
      // What a program could not tell yet hangs on no edge.
      return (awaited.length > 0 ? awaited : steps).some((step) => !held.has(step));
    },
  };
}

function reachedFrom(root: string, edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(edges.get(root));
  // The set grows while it is gone through.
  for (const address of reached) for (const each of edges.get(address) ?? []) reached.add(each);
  return reached;
}

function whyWaits(all: readonly Step[], leaner: string | undefined, waiting: ReadonlySet<Step>): string {
  if (leaner !== undefined && all.some(({ kind }) => kind === "removal"))
    return `its old object is needed until ${leaner} is planned`;
  const needs = new Set(all.flatMap((step) => step.needs));
  const awaited = waiting
    .values()
    .find(({ id, address }) => needs.has(id) && all.every((step) => step.address !== address));
  return `known after ${awaited?.address ?? leaner ?? ""} is planned`;
}

function actionsOf(all: readonly Step[]): Plan["deferred"][number]["allowedActions"] {
  return [...new Set(all.map(({ action }) => action))];
}
