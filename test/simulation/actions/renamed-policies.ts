import type { Random } from "../random.ts";
import type { Blueprint, Form, Operation, Request, Scenario, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

const assignment: Blueprint = {
  kind: "assignment",
  leansOn: null,
  by: "dependsOn",
  protect: false,
  retain: false,
  ignoresText: false,
  deletesFirst: false,
  isSecret: false,
};

/**
 * A stranger edits the policy of a role whose assignment is ours: the platform renames both. Right after that, with no
 * run in between, the same declaration is planned or brought up, or the assignment is declared at another place.
 */
export function withRenamedPolicies(scenario: Scenario, random: Random): Scenario {
  const slot = scenario.blueprints.length;
  const form: Form = { text: 0, moved: false, renamed: false };
  const wants = scenario.operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const want: Want = [...(wants.at(-1) ?? scenario.blueprints.map(() => null)), form];
  const of = (act: Operation["act"]): Operation => ({ ...quiet, actor: 0, act });
  const edits = Array.from({ length: random.pick([1, 1, 2]) }, () =>
    of({ kind: "edited", slot, moved: false, which: random.below(9) }),
  );
  const moved: Want = want.with(slot, { ...form, moved: true });
  const last = random.pick<Request>([
    { kind: "plan", want },
    { kind: "up", want },
    { kind: "up", want: moved },
  ]);
  const series = [of({ kind: "up", want }), ...edits, of(last)];
  const isCalm = random.chance(0.6);
  return {
    ...scenario,
    blueprints: [...scenario.blueprints, assignment],
    operations: [...scenario.operations.slice(0, random.below(3)), ...series],
    renamesPolicies: true,
    ...(isCalm ? { networkFaults: [], storeFaults: [], strangersAt: [], operationFaults: [], questionFaults: [] } : {}),
  };
}
