import { quiet } from "../actions/people.ts";
import { crashAtOf, networkFaultsOf, operationMsOf, overlapMsOf, pauseOf, wantOf } from "../generate.ts";
import { Random } from "../random.ts";
import type { Blueprint, Operation, Request, Scenario, Want } from "../scenario.ts";

/** Two of different projects, or those and one more of the first one's. */
const stacks = ["portal/dev", "billing/dev", "portal/prod"] as const;

/** Several stacks whose declarations name the same objects; what each of them declares is drawn with every step. */
export function generateStacks(seed: number): Scenario {
  const random = new Random(seed, "stacks");
  const names = stacks.slice(0, random.pick([2, 2, 3]));
  const blueprints = blueprintsOf(random);
  const wants: (Want | null)[] = names.map(() => null);
  const drawn = Array.from({ length: random.between(3, 9) }, (_, index): Operation => {
    // Each declares something first.
    const actor = index < names.length ? index : random.below(names.length);
    const want = sharedWant(blueprints, wants[actor] ?? null, random);
    wants[actor] = want;
    const trouble = random.next();
    return {
      actor,
      overlapMs: index > 0 && random.chance(0.35) ? overlapMsOf(random) : null,
      act: index < names.length ? { kind: "up", want } : actOf(want, random),
      cancelMs: null,
      crashAt: trouble < 0.25 ? crashAtOf(random) : null,
      pause: trouble > 0.92 ? pauseOf(random) : null,
    };
  });
  const operations = random.chance(0.2) ? withForeignState(drawn, names.length, random) : drawn;
  const networkFaults = random.chance(0.5) ? [] : networkFaultsOf(random.between(1, 4), operations.length * 12, random);
  return {
    seed,
    stacks: names,
    actors: names.map(() => ({ isNeighbour: random.chance(0.7) })),
    operationMs: operationMsOf(random),
    blueprints,
    operations,
    networkFaults,
    storeFaults: [],
  };
}

/** Even slots have names of their own, which two stacks can both declare; a collector in an odd one is named anew. */
function blueprintsOf(random: Random): readonly Blueprint[] {
  const kinds: Blueprint["kind"][] = [];
  for (let left = random.pick([1, 2, 3, 4]); left > 0; left -= 1) {
    const kind = random.pick(["client", "attachment", "collector", "member", "assignment", "setting"]);
    if (kind !== "setting" || !kinds.includes(kind)) kinds.push(kind);
  }
  const plain = { protect: false, retain: false, ignoresText: false, isSecret: false };
  return kinds.map((kind, slot) => ({
    kind,
    leansOn: slot > 0 && random.chance(0.3) ? random.below(slot) : null,
    by: "reference",
    deletesFirst: random.chance(0.15),
    ...plain,
  }));
}

/** One stack is given the state of another, which may have its objects still or not. */
function withForeignState(operations: readonly Operation[], stacks: number, random: Random): readonly Operation[] {
  const [from, at] = [random.below(stacks), random.between(stacks, operations.length)];
  const exported: Operation = { ...quiet, actor: from, act: { kind: "export" } };
  const taken: Operation = { ...quiet, actor: (from + 1) % stacks, act: { kind: "import-state" } };
  return operations.toSpliced(at, 0, exported, taken);
}

/** A declaration of some of the slots, under the slots' own names. */
function sharedWant(blueprints: readonly Blueprint[], before: Want | null, random: Random): Want {
  return wantOf(blueprints, before, random).map((form) =>
    form === null || random.chance(0.3) ? null : { ...form, renamed: false },
  );
}

function actOf(want: Want, random: Random): Request {
  const slot = random.below(want.length);
  const chosen = random.next();
  if (chosen < 0.42) return { kind: "up", want };
  if (chosen < 0.5) return { kind: "plan", want };
  if (chosen < 0.63) return { kind: "destroy" };
  if (chosen < 0.74) return { kind: "forget", slot };
  if (chosen < 0.82) return { kind: "import", slot };
  if (chosen < 0.87) return { kind: "export" };
  if (chosen < 0.92) return { kind: "import-state" };
  if (chosen < 0.97) return { kind: "undo", back: random.pick([0, 0, 1]) };
  return { kind: "refresh" };
}
