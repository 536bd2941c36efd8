import type { Source } from "../../simulation/simulate.ts";
import type { Mutants } from "../mutant.ts";
import {
  earlyRelease,
  intentAfterCall,
  type Lie,
  protectIgnored,
  recordDropped,
  unknownTrusted,
} from "./deployment-lies.ts";

/** Seeds of the simulation, of which one at least breaks a promise under a mutant. */
export interface SeedRange {
  readonly source: Source;
  readonly from: number;
  readonly count: number;
}

export function seedsIn(killer: string): SeedRange {
  const [, source, from, to] = /^(anywhere|near) (\d+) to (\d+)$/.exec(killer) ?? [];
  if (source !== "anywhere" && source !== "near") throw new Error(`no range of seeds: ${killer}`);
  return { source, from: Number(from), count: Number(to) - Number(from) + 1 };
}

const simulated = (name: string, killer: string, wrap: Lie) => ({ name, suite: "simulation", killer, wrap }) as const;

/** A deployment of which one port lies, in a world that fails. */
export const simulatedMutants: Mutants<Parameters<Lie>[0]> = {
  mutants: [
    simulated(
      "intent after call: what is to be written before a call is written after it",
      "anywhere 1 to 60",
      intentAfterCall,
    ),
    simulated("unknown trusted: a write without an answer is told as done", "anywhere 81 to 240", unknownTrusted),
    simulated("record dropped: what a result makes is not recorded", "anywhere 1 to 40", recordDropped),
    simulated("early release: a run gives its stack back when it has begun", "anywhere 1 to 40", earlyRelease),
    simulated("`protect` ignored, in a world that fails", "anywhere 61 to 240", protectIgnored),
  ],
  harmless: [],
};
