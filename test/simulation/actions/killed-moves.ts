import type { Random } from "../random.ts";
import type { Blueprint, Form, Kind, Operation, Request, Scenario, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

const kinds = ["member", "member", "member", "assignment", "client", "attachment", "collector"] as const;

/**
 * One and the same move of a share, an assignment or an object is killed, taken up, and killed again, each time at
 * another boundary: what the first run has made, the second finds, and what that has recorded, the third goes on with.
 */
export function withKilledMoves(scenario: Scenario, random: Random): Scenario {
  const kind = random.pick(kinds);
  const blueprint: Blueprint = { ...plain, kind, deletesFirst: random.chance(0.2) };
  const wants = scenario.operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const isAlone = random.chance(0.85);
  const others: Want = scenario.blueprints.map((_, index) => (isAlone ? null : (wants.at(-1)?.[index] ?? null)));
  const form: Form = { text: 0, moved: false, renamed: false };
  const base = of({ kind: "up", want: [...others, form] });
  const moving = of({ kind: "up", want: [...others, movedForm(kind, random)] });
  const killed = Array.from({ length: random.pick([2, 2, 2, 3]) }, () => ({ ...moving, ...killOf(random) }));
  const last = random.pick<readonly Request[]>([
    [],
    [moving.act],
    [base.act],
    [base.act],
    [base.act],
    [{ kind: "destroy" }],
    [{ kind: "undo" }],
    [moving.act, { kind: "destroy" }],
  ]);
  // A creation that was killed as well is found by the move.
  const first = random.chance(0.2) ? { ...base, ...killOf(random) } : base;
  return {
    ...scenario,
    // Who is on the same machine sees at once that a process is dead, and takes up what it has left.
    actors: scenario.actors.map(({ isNeighbour }) => ({ isNeighbour: isNeighbour || random.chance(0.8) })),
    blueprints: [...scenario.blueprints, blueprint],
    operations: [first, ...killed, ...last.map(of)],
    ...(random.chance(0.8)
      ? { networkFaults: [], storeFaults: [], strangersAt: [], operationFaults: [], questionFaults: [] }
      : {}),
  };
}

const plain = {
  leansOn: null,
  by: "dependsOn",
  protect: false,
  retain: false,
  ignoresText: false,
  isSecret: false,
} as const;

function of<Act extends Request>(act: Act): Operation & { readonly act: Act } {
  return { ...quiet, actor: 0, act };
}

/** Another identity: another place, and of a share another role or member as well. */
function movedForm(kind: Kind, random: Random): Form {
  const text = kind === "member" ? random.pick([0, 1, 2]) : 0;
  return { text, moved: text === 0 || random.chance(0.5), renamed: false };
}

/** A boundary: between a call and its answer, an answer and its note, or right before one of the calls that write. */
function killOf(random: Random): Partial<Operation> {
  if (random.chance(0.35)) return { breaksAt: { at: "write", number: random.pick([1, 1, 2, 3]), how: "dies" } };
  return { crashAt: random.between(8, 36) };
}
