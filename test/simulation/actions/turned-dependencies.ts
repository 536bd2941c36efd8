import type { Random } from "../random.ts";
import type { Blueprint, Form, Kind, Operation, Scenario, Want } from "../scenario.ts";
import { mostOperations, quiet } from "./people.ts";

/** What a name is declared as: the slot that has it, and its form. */
type Named = readonly [slot: number, form: Form];

const plain = { protect: false, retain: false, ignoresText: false, isSecret: false, by: "dependsOn" } as const;

/**
 * Two declarations over the same names, one after the other: what is behind a name gets another type, other
 * dependencies, is only read from then on, or goes. No object goes before what leaned on it, as far as that can be.
 */
export function withTurnedDependencies(scenario: Scenario, random: Random): Scenario {
  const blueprints: Blueprint[] = [...scenario.blueprints];
  const add = (kind: Kind, above: readonly number[]): number => {
    const leansOn = above.length > 0 && random.chance(0.8) ? (above[random.below(above.length)] ?? null) : null;
    return blueprints.push({ ...plain, kind, leansOn, deletesFirst: random.chance(0.3) }) - 1;
  };
  const names = Array.from({ length: random.pick([2, 3, 3, 4]) }, (_, index) => `t${index}`);
  const formOf = (name: string): Form => ({ text: 0, moved: false, renamed: false, name, aliases: [] });
  const before: Named[] = [];
  for (const name of names)
    before.push([add(random.pick(kinds), before.map(([slot]) => slot).slice(-1)), formOf(name)]);
  const after: Named[] = [];
  for (const index of shuffled([...names.keys()], random)) {
    const name = names[index] ?? "";
    const former = before[index];
    if (random.chance(0.15)) continue;
    if (former !== undefined && random.chance(0.25)) {
      after.push([former[0], { ...former[1], moved: random.chance(0.5) }]);
      continue;
    }
    const readable = after.flatMap(([slot]) => (blueprints[slot]?.kind === "get" ? [] : [slot]));
    const isRead = random.chance(0.5);
    after.push([
      add(isRead ? "get" : random.pick(kinds), isRead ? readable : after.map(([slot]) => slot)),
      formOf(name),
    ]);
  }
  const wantOf = (named: readonly Named[]): Want => {
    const forms = new Map(named);
    return blueprints.map((_, slot) => forms.get(slot) ?? null);
  };
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const last: Operation["act"] = random.chance(0.85) ? { kind: "up", want: wantOf(after) } : { kind: "destroy" };
  // Who is written last is heard first where objects lean on one another in a circle.
  const edited = before[random.below(before.length)];
  const isEdited = edited !== undefined && random.chance(0.6);
  const editing = isEdited ? [wantOf(before).with(edited[0], { ...edited[1], text: 1 })] : [];
  const series = [
    of({ kind: "up", want: wantOf(before) }),
    ...editing.map((want) => of({ kind: "up", want })),
    of(last),
    ...(random.chance(0.2) ? [of({ kind: "undo" })] : []),
  ];
  const grown = scenario.operations.slice(0, random.pick([0, 0, 1])).map((each): Operation => {
    const { act } = each;
    const isDeclared = act.kind === "up" || act.kind === "plan";
    return isDeclared ? { ...each, act: { ...act, want: [...act.want, ...wantOf([]).slice(act.want.length)] } } : each;
  });
  return {
    ...scenario,
    blueprints,
    operations: [...grown, ...series].slice(0, mostOperations),
    ...(random.chance(0.7)
      ? { networkFaults: [], storeFaults: [], strangersAt: [], operationFaults: [], questionFaults: [] }
      : {}),
  };
}

const kinds = ["client", "client", "attachment", "collector"] as const;

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((each) => ({ each, lot: random.next() }))
    .sort((one, other) => one.lot - other.lot)
    .map(({ each }) => each);
}
