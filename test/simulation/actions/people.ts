import { formName } from "../declared/slots.ts";
import type { Random } from "../random.ts";
import type {
  Blueprint,
  Form,
  Kind,
  Operation,
  Request,
  Scenario,
  StrangerAt,
  StrangersAct,
  Want,
} from "../scenario.ts";

/** No scenario grows beyond so many operations by what people do. */
export const mostOperations = 9;

/**
 * What people do to a scenario: they edit declarations and state between runs that break off, read what others made,
 * undo, and write by hand while a run is at work.
 */
export function withPeople(scenario: Scenario, random: Random): Scenario {
  let peopled: Scenario = { ...scenario, ...(random.chance(0.6) ? { hasOutputs: true } : {}) };
  if (random.chance(0.35)) peopled = withReaders(peopled, random);
  if (random.chance(0.5)) peopled = withEditedForms(peopled, random);
  if (random.chance(0.6)) peopled = withEdits(peopled, random);
  if (random.chance(0.15)) peopled = withUndo(peopled, random);
  if (random.chance(0.35)) {
    const count = random.between(1, 3);
    const strangersAt = Array.from({ length: count }, () => strangerAtOf(peopled, random));
    peopled = { ...peopled, strangersAt };
  }
  return peopled;
}

/** Adds a node that reads, and mostly a resource that leans on it. */
function withReaders(scenario: Scenario, random: Random): Scenario {
  const blueprints: Blueprint[] = [...scenario.blueprints];
  const readable = blueprints.flatMap(({ kind }, slot) => (kind === "get" || kind === "lookup" ? [] : [slot]));
  const reader = blueprints.length;
  const kind = random.pick(["get", "get", "get", "lookup"]);
  blueprints.push({
    ...plain,
    kind,
    leansOn: random.chance(0.75) ? (readable[random.below(readable.length)] ?? null) : null,
    by: kind === "get" && random.chance(0.6) ? "reference" : "dependsOn",
  });
  if (random.chance(0.85)) {
    const leaner = { ...plain, kind: random.pick(["client", "attachment", "collector", "member"]), leansOn: reader };
    blueprints.push({ ...leaner, by: random.chance(0.75) ? "reference" : "dependsOn" });
  }
  const added = blueprints.slice(reader);
  const grown = (want: Want): Want => [
    ...want,
    ...added.map((_, index): Form | null =>
      random.chance(index === 0 ? 0.07 : 0.2) ? null : { text: random.below(3), moved: false, renamed: false },
    ),
  ];
  return { ...scenario, blueprints, operations: scenario.operations.map((each) => withWant(each, grown)) };
}

const plain = {
  protect: false,
  retain: false,
  ignoresText: false,
  deletesFirst: false,
  isSecret: false,
  hurries: false,
};

function withWant(operation: Operation, change: (want: Want) => Want): Operation {
  const { act } = operation;
  return act.kind === "up" || act.kind === "plan"
    ? { ...operation, act: { ...act, want: change(act.want) } }
    : operation;
}

type Extras = Omit<Form, "text" | "moved" | "renamed">;

/** Declarations that give names, types and options anew, each from some run on. */
function withEditedForms(scenario: Scenario, random: Random): Scenario {
  const extras = new Map<number, Extras>();
  const { blueprints } = scenario;
  let isFirst = true;
  const operations = scenario.operations.map((operation) => {
    if (operation.act.kind !== "up" && operation.act.kind !== "plan") return operation;
    if (!isFirst && random.chance(0.55)) {
      const slot = random.below(blueprints.length);
      const form = operation.act.want[slot] ?? null;
      if (form !== null)
        for (const [each, extra] of editOf(slot, form, blueprints, extras, random)) extras.set(each, extra);
    }
    isFirst = false;
    return withWant(operation, (want) =>
      want.map((form, slot) =>
        form === null || extras.get(slot) === undefined ? form : { ...form, ...extras.get(slot) },
      ),
    );
  });
  return { ...scenario, operations };
}

function editOf(
  slot: number,
  form: Form,
  blueprints: readonly Blueprint[],
  before: ReadonlyMap<number, Extras>,
  random: Random,
): readonly (readonly [number, Extras])[] {
  const former = before.get(slot) ?? {};
  const name = formName(slot, { ...form, ...former });
  const drawn = random.next();
  if (drawn < 0.3) return [[slot, { ...former, name: freshName(slot, random), aliases: [name] }]];
  if (drawn < 0.45) return [[slot, { ...former, name: freshName(slot, random), aliases: [] }]];
  if (drawn < 0.55 && blueprints.length > 1) {
    const other = (slot + 1 + random.below(blueprints.length - 1)) % blueprints.length;
    const othersName = formName(other, { text: 0, moved: false, renamed: false, ...before.get(other) });
    const told = random.chance(0.5);
    return [
      [slot, { ...former, name: othersName, aliases: told ? [name] : [] }],
      [other, { ...before.get(other), name, aliases: told ? [othersName] : [] }],
    ];
  }
  if (drawn < 0.7) return [[slot, { ...former, kind: anotherKind(random) }]];
  if (drawn < 0.75) return [[slot, {}]];
  return [[slot, { ...former, ...random.pick(optionChanges)(random) }]];
}

function freshName(slot: number, random: Random): string {
  return `r${slot}_v${random.below(3)}`;
}

function anotherKind(random: Random): Kind {
  return random.pick(["client", "attachment", "collector", "member", "assignment"]);
}

const optionChanges: readonly [(random: Random) => Extras, ...((random: Random) => Extras)[]] = [
  (random) => ({ protect: random.chance(0.6) }),
  (random) => ({ retain: random.chance(0.6) }),
  (random) => ({ deletesFirst: random.chance(0.6) }),
  (random) => ({ onDestroy: random.pick(["restore", "restore", "retain"]) }),
];

/** Edits of the state, most of them right after a run that broke off, with another run behind them. */
function withEdits(scenario: Scenario, random: Random): Scenario {
  let operations = scenario.operations;
  for (let left = random.pick([1, 1, 2]); left > 0 && operations.length < mostOperations; left -= 1) {
    const ups = operations.flatMap(({ act }, index) => (act.kind === "up" ? [index] : []));
    const at = ups[random.below(ups.length)];
    if (at === undefined) break;
    const broken = operations[at];
    if (broken === undefined) break;
    const isTroubled = broken.crashAt !== null || broken.cancelMs !== null || broken.pause !== null;
    const trouble = isTroubled || random.chance(0.3) ? {} : troubleOf(random);
    const edit = { ...quiet, actor: broken.actor, act: stateEditOf({ ...scenario, operations }, random) };
    const again = { ...broken, ...quiet, ...(random.chance(0.35) ? troubleOf(random) : {}) };
    const sequel = random.chance(0.5) ? [edit, again] : [edit];
    // They take the place of what came next: a run is not to last longer by them.
    operations = operations.toSpliced(at, 1 + sequel.length, { ...broken, ...trouble }, ...sequel);
  }
  return { ...scenario, operations };
}

export const quiet = { overlapMs: null, cancelMs: null, crashAt: null, pause: null };

export function troubleOf(random: Random): Pick<Operation, "crashAt" | "cancelMs"> {
  return random.chance(0.6)
    ? { crashAt: random.between(4, 60), cancelMs: null }
    : { crashAt: null, cancelMs: random.pick([10, 30, 60, 90, 120, 200, 400, 2_000]) };
}

/** An edit of the state, under names that slots have, had, or may get. */
export function stateEditOf(scenario: Scenario, random: Random): Request {
  const slot = random.below(scenario.blueprints.length);
  const [one, other] = [someName(scenario, random), someName(scenario, random)];
  const drawn = random.next();
  if (drawn < 0.4) return { kind: "rename", slot, from: one, to: other };
  if (drawn < 0.65) return { kind: "import", slot, name: one, ...(random.chance(0.2) ? { moved: true } : {}) };
  if (drawn < 0.8) return { kind: "forget", slot, name: one };
  if (drawn < 0.86) return { kind: "export" };
  if (drawn < 0.92) return { kind: "import-state" };
  return { kind: "undo", back: random.pick([0, 0, 1, 2]) };
}

function someName({ blueprints, operations }: Scenario, random: Random): string {
  const slot = random.below(blueprints.length);
  const wants = operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const form = wants.length === 0 ? null : (wants[random.below(wants.length)]?.[slot] ?? null);
  if (form !== null && random.chance(0.7)) return formName(slot, form);
  return random.pick([`r${slot}`, `r${slot}_new`, freshName(slot, random)]);
}

/** An undo somewhere, of the last run or an earlier one. */
function withUndo({ operations, ...scenario }: Scenario, random: Random): Scenario {
  const at = random.between(1, operations.length);
  const act: Request = { kind: "undo", back: random.pick([0, 0, 0, 1, 1, 2]) };
  const undo: Operation = { ...quiet, actor: operations[at - 1]?.actor ?? 0, act };
  return { ...scenario, operations: operations.toSpliced(at, 1, undo) };
}

/** Somebody else right before a call of ours, mostly one that writes. */
export function strangerAtOf({ blueprints, operations }: Scenario, random: Random): StrangerAt {
  const at = random.chance(0.75) ? "write" : "call";
  const number = random.between(1, operations.length * (at === "write" ? 3 : 12));
  if (random.chance(0.25)) return { at: "write", number, act: { kind: "denied", slot: 0, moved: false } };
  const toIts = random.chance(0.6) ? { toIts: true } : {};
  return { at, number, act: strangersActOf(blueprints, random), ...toIts };
}

function strangersActOf(blueprints: readonly Blueprint[], random: Random): StrangersAct {
  const slot = random.below(blueprints.length);
  const isShared = blueprints[slot]?.kind === "member";
  // What is granted to an object that takes no grants is an edit.
  const isGrant = random.chance(isShared ? 0.8 : 0.4);
  const kind = isGrant ? "granted" : random.pick(["edited", "edited", "deleted", "created"]);
  return { kind, slot, moved: random.chance(0.1), which: random.below(9) };
}
