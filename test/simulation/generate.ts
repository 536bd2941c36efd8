import { withCancelledRuns } from "./actions/cancelled-runs.ts";
import { withCredentials } from "./actions/credentials.ts";
import { withFormerObjects } from "./actions/former-objects.ts";
import { withGoneSince } from "./actions/gone-since.ts";
import { withKilledMoves } from "./actions/killed-moves.ts";
import { withLostCreations } from "./actions/lost-creations.ts";
import { withOperationTrouble } from "./actions/operation-trouble.ts";
import { withPeople } from "./actions/people.ts";
import { withPrunings } from "./actions/prunings.ts";
import { withRenamedPolicies } from "./actions/renamed-policies.ts";
import { withTurnedDependencies } from "./actions/turned-dependencies.ts";
import { withUndoneUndoes } from "./actions/undone-undoes.ts";
import { withUnseenWrites } from "./actions/unseen-writes.ts";
import { Random } from "./random.ts";
import type { Blueprint, Form, NetworkFault, Operation, Scenario, StoreFault, Want } from "./scenario.ts";

/** The scenario of a seed. What people do to it is drawn apart, so that what it is without them stays. */
export function generate(seed: number): Scenario {
  const scenario = generatePlain(seed);
  const random = new Random(seed, "people");
  const peopled = random.chance(0.5) ? withPeople(scenario, random) : scenario;
  // Drawn apart as well: the other seeds stay what they were.
  const former = new Random(seed, "former objects");
  const withFormer = former.chance(0.05) ? withFormerObjects(peopled, former) : peopled;
  const operations = new Random(seed, "operations");
  const troubled = operations.chance(0.3) ? withOperationTrouble(withFormer, operations) : withFormer;
  const undoes = new Random(seed, "undone undoes");
  const undone = undoes.chance(0.08) ? withUndoneUndoes(troubled, undoes) : troubled;
  const cancelled = new Random(seed, "cancelled runs");
  const called = cancelled.chance(0.03) ? withCancelledRuns(undone, cancelled) : undone;
  const turned = new Random(seed, "turned dependencies");
  const led = turned.chance(0.05) ? withTurnedDependencies(called, turned) : called;
  const renamed = new Random(seed, "renamed policies");
  const named = renamed.chance(0.03) ? withRenamedPolicies(led, renamed) : led;
  const gone = new Random(seed, "gone since");
  const left = gone.chance(0.03) ? withGoneSince(named, gone) : named;
  const lost = new Random(seed, "lost creations");
  const made = lost.chance(0.04) ? withLostCreations(left, lost) : left;
  const unseen = new Random(seed, "unseen writes");
  const hidden = unseen.chance(0.04) ? withUnseenWrites(made, unseen) : made;
  const credentials = new Random(seed, "credentials");
  const secret = credentials.chance(0.04) ? withCredentials(hidden, credentials) : hidden;
  const killed = new Random(seed, "killed moves");
  const moved = killed.chance(0.05) ? withKilledMoves(secret, killed) : secret;
  const stormy = new Random(seed, "storms");
  const stormed = stormy.chance(0.04) ? withStorm(moved, stormy) : moved;
  const prunings = new Random(seed, "prunings");
  return prunings.chance(0.08) ? withPrunings(stormed, prunings) : stormed;
}

/** All calls from one on are pushed back for a while, those that are made again as well. */
function withStorm(scenario: Scenario, random: Random): Scenario {
  const from = random.between(1, scenario.operations.length * 14);
  const after = random.pick(["none", "seconds", "date"] as const);
  const storm = Array.from({ length: random.between(8, 60) }, (_, index): NetworkFault => {
    return { call: from + index, kind: "pushed-back", status: 429, after };
  });
  const met = new Set(storm.map(({ call }) => call));
  const others = scenario.networkFaults.filter(({ call }) => !met.has(call));
  return { ...scenario, networkFaults: [...others, ...storm].sort((a, b) => a.call - b.call) };
}

function generatePlain(seed: number): Scenario {
  const random = new Random(seed, "scenario");
  const blueprints = blueprintsOf(random);
  const actors = Array.from({ length: random.pick([1, 1, 1, 2, 2, 3]) }, () => ({ isNeighbour: random.chance(0.7) }));
  const length = random.chance(0.03) ? random.between(9, 20) : random.pick([1, 2, 2, 3, 3, 3, 4, 4, 5, 7]);
  const operations = operationsOf(length, actors.length, blueprints, random);
  const calls = operations.length * 14;
  return {
    seed,
    actors,
    operationMs: operationMsOf(random),
    blueprints,
    operations,
    networkFaults: random.chance(0.4) ? [] : networkFaultsOf(random.between(1, 7), calls, random),
    storeFaults: random.chance(0.85) ? [] : storeFaultsOf(random.between(1, 2), operations.length * 5, random),
  };
}

export function operationMsOf(random: Random): number {
  return random.pick([0, 0, 0, 0, 0, 1_500, 1_500, 2_500, 12_000, random.chance(0.5) ? 40_000 : 90_000]);
}

function blueprintsOf(random: Random): readonly Blueprint[] {
  const kinds: Blueprint["kind"][] = [];
  const count = random.pick([1, 2, 2, 2, 3, 3, 4, 6]);
  while (kinds.length < count) {
    const kind = random.pick([
      "client",
      "attachment",
      "attachment",
      "collector",
      "collector",
      "member",
      "assignment",
      "setting",
    ]);
    // There is one such setting in a workspace.
    if (kind !== "setting" || !kinds.includes(kind)) kinds.push(kind);
  }
  return kinds.map((kind, slot) => ({
    kind,
    leansOn: slot > 0 && random.chance(0.6) ? random.below(slot) : null,
    by: random.chance(0.7) ? "reference" : "dependsOn",
    protect: random.chance(0.08),
    retain: random.chance(0.08),
    ignoresText: random.chance(0.08),
    deletesFirst: random.chance(0.15),
    isSecret: random.chance(0.08),
    hurries: random.chance(0.06),
  }));
}

function operationsOf(length: number, actors: number, blueprints: readonly Blueprint[], random: Random) {
  const operations: Operation[] = [];
  let want = wantOf(blueprints, null, random);
  for (let index = 0; index < length; index += 1) {
    const isFirst = index === 0;
    if (!isFirst && random.chance(0.6)) want = wantOf(blueprints, want, random);
    const act = actOf(isFirst, want, blueprints, random);
    const overlaps = !isFirst && random.chance(actors > 1 ? 0.5 : 0.15);
    const trouble = random.next();
    operations.push({
      actor: random.below(actors),
      overlapMs: overlaps ? overlapMsOf(random) : null,
      act,
      cancelMs: trouble < 0.08 ? cancelMsOf(random) : null,
      crashAt: trouble >= 0.08 && trouble < 0.28 ? crashAtOf(random) : null,
      pause: trouble >= 0.28 && trouble < 0.36 ? pauseOf(random) : null,
    });
  }
  return operations;
}

export function overlapMsOf(random: Random): number {
  return random.pick([0, 5, 20, 60, 150, 400, 3_000, 35_000]);
}

export function cancelMsOf(random: Random): number {
  return random.pick([0, 10, 30, 60, 120, 300, 2_000, 20_000]);
}

export function crashAtOf(random: Random): number {
  return random.between(1, 70);
}

export function pauseOf(random: Random): NonNullable<Operation["pause"]> {
  return { at: random.between(1, 60), ms: random.pick([200, 12_000, 31_000, 65_000, 200_000]) };
}

export function actOf(
  isFirst: boolean,
  want: Want,
  blueprints: readonly Blueprint[],
  random: Random,
): Operation["act"] {
  const slot = random.below(blueprints.length);
  const chosen = random.next();
  if (isFirst && chosen > 0.1) return { kind: "up", want };
  if (chosen < 0.5) return { kind: "up", want };
  if (chosen < 0.54) return { kind: "plan", want };
  if (chosen < 0.62) return { kind: "destroy" };
  if (chosen < 0.68) return { kind: "refresh" };
  if (chosen < 0.7) return { kind: "drift" };
  if (chosen < 0.74) return { kind: "undo" };
  if (chosen < 0.78) return { kind: "import", slot };
  if (chosen < 0.81) return { kind: "forget", slot };
  if (chosen < 0.84) return { kind: "rename", slot };
  if (chosen < 0.87) return { kind: "clock-set", byMs: random.pick([-3_600_000, -20_000, 5_000, 40_000, 86_400_000]) };
  const kind = random.pick(["edited", "edited", "deleted", "deleted", "created"]);
  return { kind, slot, moved: random.chance(0.15) };
}

/** Another declaration of the same slots, near the one before. */
export function wantOf(blueprints: readonly Blueprint[], before: Want | null, random: Random): Want {
  return blueprints.map((_, slot): Form | null => {
    const former = before?.[slot];
    if (former !== undefined && former !== null && random.chance(0.4)) return former;
    if (before !== null && random.chance(0.18)) return null;
    if (before === null && random.chance(0.06)) return null;
    return {
      text: random.below(3),
      moved: before === null ? false : random.chance(0.2),
      renamed: before === null ? false : random.chance(0.12),
    };
  });
}

export function networkFaultsOf(count: number, calls: number, random: Random): readonly NetworkFault[] {
  const faults = new Map<number, NetworkFault>();
  for (let index = 0; index < count; index += 1) {
    const fault = networkFaultOf(calls, random);
    faults.set(fault.call, fault);
  }
  return [...faults.values()].sort((a, b) => a.call - b.call);
}

export function networkFaultOf(calls: number, random: Random): NetworkFault {
  return { call: random.between(1, calls), ...faultOf(random) };
}

type FaultKind<T> = T extends unknown ? Omit<T, "call"> : never;

function faultOf(random: Random): FaultKind<NetworkFault> {
  const kind = random.pick([
    "slow",
    "refused",
    "reset-before",
    "reset-after",
    "reset-after",
    "lost",
    "twice",
    "pushed-back",
    "gateway",
    "truncated",
    "lags",
    "lags",
  ]);
  switch (kind) {
    case "slow":
      return { kind, ms: random.pick([500, 4_000, 15_000]) };
    case "twice":
      return { kind, answer: random.pick(["first", "second"]) };
    case "pushed-back":
      return { kind, status: random.pick([429, 503]), after: random.pick(["none", "seconds", "date"]) };
    case "gateway":
      return { kind, carriedOut: random.chance(0.5) };
    case "lags":
      return { kind, ms: random.pick([50, 500, 5_000, 30_000]) };
    default:
      return { kind };
  }
}

function storeFaultsOf(count: number, appends: number, random: Random): readonly StoreFault[] {
  return Array.from({ length: count }, () => storeFaultOf(appends, random));
}

export function storeFaultOf(appends: number, random: Random): StoreFault {
  return { append: random.between(1, appends), kind: random.pick(["fails", "unheard"]) };
}
