import { withOperationTrouble } from "./actions/operation-trouble.ts";
import { stateEditOf, strangerAtOf, withPeople } from "./actions/people.ts";
import {
  actOf,
  cancelMsOf,
  crashAtOf,
  networkFaultOf,
  operationMsOf,
  overlapMsOf,
  pauseOf,
  storeFaultOf,
  wantOf,
} from "./generate.ts";
import { Random } from "./random.ts";
import type { Blueprint, Operation, Scenario, Want } from "./scenario.ts";

/** How many calls and appends most operations come to, at most. */
const [callsEach, appendsEach] = [14, 8];

/** No scenario grows beyond so many operations. */
const mostOperations = 20;

/** A scenario a few changes away from another one: where a promise was broken once, others are near. */
export function neighbourOf(scenario: Scenario, seed: number): Scenario {
  const random = new Random(seed, "neighbour");
  let near = scenario;
  for (let left = random.between(1, 4); left > 0; left -= 1) near = random.pick(changes)(near, random);
  return near;
}

type Change = (scenario: Scenario, random: Random) => Scenario;

const changes: readonly [Change, ...Change[]] = [
  // Other latencies and ids.
  (scenario, random) => ({ ...scenario, seed: random.below(2 ** 31) }),
  (scenario, random) => ({ ...scenario, operationMs: operationMsOf(random) }),
  (scenario, random) => ({
    ...scenario,
    actors: withOne(scenario.actors, random, ({ isNeighbour }) => ({ isNeighbour: !isNeighbour })),
  }),
  (scenario, random) => ({
    ...scenario,
    blueprints: withOne(scenario.blueprints, random, (blueprint, slot) => ({
      ...blueprint,
      ...random.pick(blueprintChanges)(blueprint, slot, random),
    })),
  }),
  changedOperation,
  changedOperation,
  changedOperation,
  (scenario, random) => ({
    ...scenario,
    strangersAt: [...(scenario.strangersAt ?? []), strangerAtOf(scenario, random)],
  }),
  (scenario, random) => ({ ...scenario, strangersAt: withoutOne(scenario.strangersAt ?? [], random) }),
  (scenario) => ({ ...scenario, hasOutputs: true }),
  withOperationTrouble,
  (scenario, random) => withPeople(scenario, random),
  (scenario, random) => {
    const { operations } = scenario;
    if (operations.length >= mostOperations) return scenario;
    return {
      ...scenario,
      operations: operations.toSpliced(random.below(operations.length + 1), 0, another(scenario, random)),
    };
  },
  (scenario, random) => ({ ...scenario, operations: withoutOne(scenario.operations, random) }),
  addedFault,
  addedFault,
  (scenario, random) => ({
    ...scenario,
    networkFaults: withOne(scenario.networkFaults, random, (fault) => ({ ...fault, call: near(fault.call, random) })),
  }),
  (scenario, random) => ({ ...scenario, networkFaults: withoutOne(scenario.networkFaults, random) }),
  (scenario, random) => {
    const fault = storeFaultOf(scenario.operations.length * appendsEach, random);
    return { ...scenario, storeFaults: [...scenario.storeFaults, fault] };
  },
  (scenario, random) => ({
    ...scenario,
    storeFaults: withOne(scenario.storeFaults, random, (fault) => ({ ...fault, append: near(fault.append, random) })),
  }),
];

function addedFault(scenario: Scenario, random: Random): Scenario {
  const fault = networkFaultOf(scenario.operations.length * callsEach, random);
  const others = scenario.networkFaults.filter(({ call }) => call !== fault.call);
  return { ...scenario, networkFaults: [...others, fault].sort((a, b) => a.call - b.call) };
}

function changedOperation(scenario: Scenario, random: Random): Scenario {
  const operations = withOne(scenario.operations, random, (operation) => ({
    ...operation,
    ...random.pick(operationChanges)(operation, scenario, random),
  }));
  return { ...scenario, operations };
}

const untroubled = { crashAt: null, pause: null, cancelMs: null };

const operationChanges: readonly [OperationChange, ...OperationChange[]] = [
  () => untroubled,
  ({ crashAt }, _, random) => ({
    ...untroubled,
    crashAt: crashAt === null || random.chance(0.3) ? crashAtOf(random) : near(crashAt, random),
  }),
  (_, __, random) => ({ ...untroubled, pause: pauseOf(random) }),
  (_, __, random) => ({ ...untroubled, cancelMs: cancelMsOf(random) }),
  (_, __, random) => ({ overlapMs: random.chance(0.4) ? null : overlapMsOf(random) }),
  (_, { actors }, random) => ({ actor: random.below(actors.length) }),
  ({ act }, { blueprints }, random) =>
    act.kind === "up" || act.kind === "plan" ? { act: { ...act, want: wantOf(blueprints, act.want, random) } } : {},
  (_, scenario, random) => ({ act: another(scenario, random).act }),
  (_, scenario, random) => ({ ...untroubled, act: stateEditOf(scenario, random) }),
];

type OperationChange = (operation: Operation, scenario: Scenario, random: Random) => Partial<Operation>;

const blueprintChanges: readonly [BlueprintChange, ...BlueprintChange[]] = [
  ({ protect }) => ({ protect: !protect }),
  ({ retain }) => ({ retain: !retain }),
  ({ ignoresText }) => ({ ignoresText: !ignoresText }),
  ({ deletesFirst }) => ({ deletesFirst: !deletesFirst }),
  ({ isSecret }) => ({ isSecret: !isSecret }),
  ({ hurries }) => ({ hurries: hurries !== true }),
  ({ leansOn }, slot, random) => ({ leansOn: leansOn === null && slot > 0 ? random.below(slot) : null }),
  // There is one setting in a workspace, so none is added and none goes.
  ({ kind }, _, random) =>
    kind === "setting" || kind === "get" || kind === "lookup"
      ? {}
      : { kind: random.pick(["client", "attachment", "collector", "member", "assignment"]) },
];

type BlueprintChange = (blueprint: Blueprint, slot: number, random: Random) => Partial<Blueprint>;

/** An operation that the scenario does not have, about what it declares. */
function another({ actors, blueprints, operations }: Scenario, random: Random): Operation {
  const declared = operations.findLast(({ act }) => act.kind === "up")?.act;
  const former: Want | null = declared?.kind === "up" ? declared.want : null;
  const act = actOf(false, wantOf(blueprints, former, random), blueprints, random);
  return { ...untroubled, actor: random.below(actors.length), overlapMs: null, act };
}

/** A list with one of its elements changed. */
function withOne<T>(list: readonly T[], random: Random, change: (each: T, index: number) => T): readonly T[] {
  const chosen = random.below(list.length);
  return list.map((each, index) => (index === chosen ? change(each, index) : each));
}

function withoutOne<T>(list: readonly T[], random: Random): readonly T[] {
  return list.toSpliced(random.below(list.length), 1);
}

/** A number, counted from 1, a little off. */
function near(number: number, random: Random): number {
  return Math.max(1, number + random.between(-4, 4));
}
