import type { Random } from "../test/simulation/random.ts";
import type { Machine, ManyMachines, Victim } from "./many-machines.fixture.ts";

/** Something that befalls one of many machines, and ends again. */
export interface Trouble {
  readonly name: string;
  /** For how long at most, in milliseconds. */
  readonly mostMs: number;
  strike(machines: ManyMachines, random: Random): Promise<Struck>;
}

interface Struck {
  /** Whom, and in which manner. */
  readonly how: string;
  readonly end: () => Promise<void>;
}

type Of<T> = (machines: ManyMachines, random: Random) => T;

const service: Of<Machine> = ({ services }, random) => drawn(services, random);
const worker: Of<Machine> = ({ workers }, random) => drawn(workers, random);

const victims: Readonly<Record<string, Of<Victim>>> = {
  worker,
  service,
  Temporal: ({ temporal }) => ({ name: "the server", ...temporal }),
  PostgreSQL: ({ postgres }) => ({ name: "all of its processes", ...postgres }),
};

/** Each is killed with SIGKILL, and started again. */
export const kills: readonly Trouble[] = Object.entries(victims).map(([name, of]) => ({
  name: `${name} killed`,
  mostMs: 4_000,
  strike: async (machines, random) => {
    const victim = of(machines, random);
    await victim.kill();
    return { how: victim.name, end: () => victim.restart() };
  },
}));

const ways: Readonly<Record<string, readonly [Of<Machine>, "toDatabase" | "toTemporal"]>> = {
  "service cut from PostgreSQL": [service, "toDatabase"],
  "worker cut from PostgreSQL": [worker, "toDatabase"],
  "worker cut from Temporal": [worker, "toTemporal"],
  "service cut from Temporal": [service, "toTemporal"],
};

interface Manner {
  readonly told: string;
  readonly cut: "refuse" | "cut";
  readonly mended: "reset" | "thaw";
}

const manners: readonly Manner[] = [
  { told: "both sides are told", cut: "refuse", mended: "reset" },
  { told: "neither side is told", cut: "cut", mended: "reset" },
  { told: "what was sent arrives late", cut: "cut", mended: "thaw" },
];

/** Each outlasts a lease now and then. */
export const partitions: readonly Trouble[] = Object.entries(ways).map(([name, [of, which]]) => ({
  name,
  mostMs: 25_000,
  strike: async (machines, random) => {
    const machine = of(machines, random);
    const { told, cut, mended } = drawn(manners, random);
    const way = machine[which];
    way[cut]();
    const end = async () => {
      if (mended === "thaw") return way.thaw();
      // Whoever has waited until now learns that its connection is gone.
      way.refuse();
      way.mend();
    };
    return { how: `${machine.name}, ${told}`, end };
  },
}));

function drawn<T>([first, ...others]: readonly T[], random: Random): T {
  if (first === undefined) throw new Error("there is none");
  return random.pick([first, ...others]);
}
