import { type Rule, rules } from "../../simulation/judges/rules.ts";
import { type Source, sources } from "../../simulation/simulate.ts";
import type { Mutants } from "../mutant.ts";
import {
  earlyRelease,
  intentAfterCall,
  type Lie,
  protectIgnored,
  recordDropped,
  staleOutputs,
  unknownTrusted,
} from "./deployment-lies.ts";
import {
  claimedByOthers,
  claimsUntold,
  deletionSkipped,
  displacedUntold,
  leaningForgotten,
  noOperationFound,
  operationFailed,
  othersForgotten,
  outputsFalsified,
  readAsGone,
  readUnanswered,
  resultDropped,
  secretTold,
  sentAgain,
  sentLate,
  textLost,
  updateSkipped,
} from "./judged-lies.ts";

/** Seeds of the simulation, of which one at least breaks a promise under a mutant. */
export interface SeedRange {
  readonly source: Source;
  readonly from: number;
  readonly count: number;
  /** The rule by which it must be seen first; undefined: whichever does. */
  readonly rule: Rule | undefined;
}

export function seedsIn(killer: string): SeedRange {
  const [, source, from, to, word] = /^(\w+) (\d+) to (\d+)(?: by (.+))?$/.exec(killer) ?? [];
  const known = sources.find((each) => each === source);
  const rule = rules.find((each) => each === word);
  if (known === undefined || rule !== word) throw new Error(`no range of seeds: ${killer}`);
  return { source: known, from: Number(from), count: Number(to) - Number(from) + 1, rule };
}

const simulated = (name: string, killer: string, wrap: Lie) => ({ name, suite: "simulation", killer, wrap }) as const;

/** A deployment of which one port lies, in a world that fails. */
export const simulatedMutants: Mutants<Parameters<Lie>[0]> = {
  mutants: [
    simulated(
      "intent after call: what is to be written before a call is written after it",
      "anywhere 330 to 420 by open intent",
      intentAfterCall,
    ),
    simulated("unknown trusted: a write without an answer is told as done", "anywhere 81 to 240", unknownTrusted),
    simulated("record dropped: what a result makes is not recorded", "anywhere 1 to 40 by state", recordDropped),
    simulated(
      "early release: a run gives its stack back when it has begun",
      "anywhere 1 to 40 by thrown",
      earlyRelease,
    ),
    simulated("`protect` ignored, in a world that fails", "anywhere 61 to 240 by kept back", protectIgnored),
    simulated("stale outputs, in a world that fails", "anywhere 2 to 60 by recorded", staleOutputs),
    simulated("a change is sent late", "anywhere 6 to 90 by cancel", sentLate),
    simulated("a write without an answer is sent again", "anywhere 3 to 60 by unread", sentAgain),
    simulated("no operation is found", "anywhere 28 to 150 by unasked", noOperationFound),
    simulated(
      "an operation that makes something is told as failed",
      "anywhere 27 to 150 by doubled",
      operationFailed((operation) => operation === "create"),
    ),
    simulated(
      "an operation that deletes something is told as failed",
      "anywhere 1 to 60 by gone",
      operationFailed((operation) => operation === "delete"),
    ),
    simulated("a deletion is told as done", "anywhere 2 to 60 by orphan", deletionSkipped),
    simulated("an update is told as done", "anywhere 3 to 60 by honesty", updateSkipped),
    simulated("the text of an object is not sent", "anywhere 2 to 60 by told as done", textLost),
    simulated("what is there is read as gone", "anywhere 13 to 150 by renamed", readAsGone),
    simulated("a read is never answered", "anywhere 1 to 20 by hangs", readUnanswered),
    simulated("results are dropped", "anywhere 2 to 60 by not done", resultDropped),
    simulated("a run leaves other outputs", "anywhere 7 to 90 by outputs", outputsFalsified),
    simulated("what others would lose is not told", "anywhere 83 to 240 by displaced", displacedUntold),
    simulated("what others had is not brought back", "anywhere 780 to 900 by before us", othersForgotten),
    simulated("records tell of no leaning", "anywhere 77 to 240 by order", leaningForgotten),
    simulated("the journal tells a secret", "anywhere 66 to 150 by secret", secretTold),
    simulated("claims of others are not told", "stacks 2 to 40 by refused otherwise", claimsUntold),
    simulated("all is told as claimed, to several stacks", "stacks 1 to 20 by refused for nothing", claimedByOthers),
    simulated("all is told as claimed, to one stack", "anywhere 1 to 20 by convergence", claimedByOthers),
  ],
  harmless: [],
};

const beneathStore = "only what lies beneath the port of the store breaks it; the store has mutants of its own";
const yetToCome = "no mutant yet (issue 22)";

/** Rules of the simulation's judges that no mutant names, and why. */
export const rulesWithout: Readonly<Partial<Record<Rule, string>>> = {
  projection: beneathStore,
  pruned: beneathStore,
  fencing: beneathStore,
  serial: beneathStore,
  shape: "only the local cloud breaks it; its answers are held against the vendors' interfaces elsewhere",
  "another's": yetToCome,
  "as declared": yetToCome,
  bug: yetToCome,
  overwritten: yetToCome,
  phantom: yetToCome,
  policy: yetToCome,
  "put back": yetToCome,
  refresh: yetToCome,
  "refused late": yetToCome,
  tainted: yetToCome,
  taken: yetToCome,
  undo: yetToCome,
  untouched: yetToCome,
};
