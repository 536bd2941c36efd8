import { Random } from "../random.ts";

/** A machine of some name, and how its clocks go wrong. */
export interface LeaseMachine {
  readonly name: string;
  /** How far its clock is off when all begins. */
  readonly offMs: number;
  /** By so many millionths its steady time runs faster. */
  readonly ratePpm: number;
  /** Whether its steady time goes on while the machine sleeps. */
  readonly countsSleep: boolean;
}

/** A process that takes a stack now and then: where it is, and which number it has there. */
export interface LeaseActor {
  readonly machine: number;
  readonly container: number;
  readonly pid: number;
  readonly tries: readonly { readonly atMs: number; readonly workMs: number }[];
}

/** What befalls machines and processes. */
export type LeaseEvent = { readonly atMs: number } & (
  | { readonly kind: "clock-set"; readonly machine: number; readonly byMs: number }
  | { readonly kind: "sleeps"; readonly machine: number; readonly ms: number }
  | { readonly kind: "halts"; readonly actor: number; readonly ms: number }
  | { readonly kind: "slow"; readonly actor: number; readonly ms: number }
  | { readonly kind: "dies"; readonly actor: number }
);

/** Everything that a play about one stack depends on. */
export interface LeaseSchedule {
  readonly seed: number;
  readonly machines: readonly LeaseMachine[];
  readonly actors: readonly LeaseActor[];
  readonly events: readonly LeaseEvent[];
}

const secondMs = 1_000;
const hourMs = 3_600_000;

/** The schedule of a seed. */
export function leaseSchedule(seed: number): LeaseSchedule {
  const random = new Random(seed, "leases");
  const machines = Array.from({ length: random.between(1, 3) }, () => ({
    // Two machines of one name are nothing unusual: images give it.
    name: random.pick(["box", "box", "hut"]),
    offMs: skew(random),
    ratePpm: random.between(-500, 500),
    countsSleep: random.chance(0.5),
  }));
  const actors: LeaseActor[] = [];
  for (const _ of Array.from({ length: random.between(2, 4) })) {
    const place = { machine: random.below(machines.length), container: random.below(2) };
    const taken = actors.filter((each) => each.machine === place.machine && each.container === place.container);
    // In each container numbers begin anew.
    const pid = 1 + taken.length;
    const tries = Array.from({ length: random.between(1, 3) }, () => ({
      atMs: random.below(30 * secondMs),
      workMs: random.between(100, 20 * secondMs),
    })).toSorted((a, b) => a.atMs - b.atMs);
    actors.push({ ...place, pid, tries });
  }
  const events = Array.from({ length: random.below(5) }, () => leaseEvent(random, machines.length, actors.length));
  return { seed, machines, actors, events };
}

function leaseEvent(random: Random, machines: number, actors: number): LeaseEvent {
  const atMs = random.below(45 * secondMs);
  const [machine, actor] = [random.below(machines), random.below(actors)];
  switch (random.pick(["clock-set", "clock-set", "sleeps", "halts", "halts", "slow", "dies"])) {
    case "clock-set":
      return { kind: "clock-set", atMs, machine, byMs: skew(random) };
    case "sleeps":
      return { kind: "sleeps", atMs, machine, ms: random.between(secondMs, 40 * secondMs) };
    case "halts":
      return { kind: "halts", atMs, actor, ms: random.between(secondMs, 20 * secondMs) };
    case "slow":
      return { kind: "slow", atMs, actor, ms: random.between(secondMs, 12 * secondMs) };
    case "dies":
      return { kind: "dies", atMs, actor };
  }
}

function skew(random: Random): number {
  const [size, sign] = [random.pick([0, 3, 30, 3600, 86_400]), random.pick([1, -1])];
  return size === 3600 && random.chance(0.2) ? sign * hourMs * 24 * 365 : sign * size * secondMs;
}
