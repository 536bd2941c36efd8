import type { Violation } from "./judges/journal-judge.ts";
import { runScenario } from "./run-scenario.ts";
import type { Operation, Scenario, Want } from "./scenario.ts";

/** More attempts than anybody wants to wait for. */
const maxRuns = 600;

/** A scenario as small as can be found that breaks one of the same promises. */
export function shrink(scenario: Scenario, violations: readonly Violation[]): Promise<Scenario> {
  const rules = new Set(violations.map(({ rule }) => rule));
  return smallest(scenario, async (candidate) => {
    const report = await runScenario(candidate);
    return report.violations.some(({ rule }) => rules.has(rule));
  });
}

/** Takes away whatever can be taken away while `fails` still holds. */
export async function smallest(
  scenario: Scenario,
  fails: (candidate: Scenario) => Promise<boolean>,
): Promise<Scenario> {
  let best = scenario;
  let runs = 0;
  for (let improved = true; improved; ) {
    improved = false;
    for (const candidate of smaller(best)) {
      runs += 1;
      if (runs > maxRuns) return best;
      if (!(await fails(candidate))) continue;
      best = candidate;
      improved = true;
      break;
    }
  }
  return best;
}

/** Scenarios with a little less in them, those with much less first. */
function* smaller(scenario: Scenario): Generator<Scenario> {
  const { operations, networkFaults, storeFaults, blueprints } = scenario;
  if (networkFaults.length > 1) yield { ...scenario, networkFaults: [] };
  for (const index of operations.keys()) yield { ...scenario, operations: operations.toSpliced(index, 1) };
  for (const index of networkFaults.keys()) yield { ...scenario, networkFaults: networkFaults.toSpliced(index, 1) };
  for (const index of storeFaults.keys()) yield { ...scenario, storeFaults: storeFaults.toSpliced(index, 1) };
  for (const slot of blueprints.keys()) {
    const without = { ...scenario, operations: operations.map((each) => withoutSlot(each, slot)) };
    if (without.operations.some((each, index) => each !== operations[index])) yield without;
  }
  const { strangersAt = [] } = scenario;
  for (const index of strangersAt.keys()) yield { ...scenario, strangersAt: strangersAt.toSpliced(index, 1) };
  const { operationFaults = [], questionFaults = [], listFaults = [] } = scenario;
  for (const index of listFaults.keys()) yield { ...scenario, listFaults: listFaults.toSpliced(index, 1) };
  for (const index of operationFaults.keys())
    yield { ...scenario, operationFaults: operationFaults.toSpliced(index, 1) };
  for (const index of questionFaults.keys()) yield { ...scenario, questionFaults: questionFaults.toSpliced(index, 1) };
  if (scenario.renamesPolicies === true) yield { ...scenario, renamesPolicies: false };
  if (scenario.hasOutputs === true) yield { ...scenario, hasOutputs: false };
  if (scenario.operationMs > 0) yield { ...scenario, operationMs: 0 };
  for (const [index, operation] of operations.entries()) {
    const plainer = (change: Partial<Operation>) => ({
      ...scenario,
      operations: operations.with(index, { ...operation, ...change }),
    });
    if (operation.crashAt !== null) yield plainer({ crashAt: null });
    if (operation.pause !== null) yield plainer({ pause: null });
    if (operation.cancelMs !== null) yield plainer({ cancelMs: null });
    if (operation.breaksAt !== undefined) {
      const { breaksAt: _, ...whole } = operation;
      yield { ...scenario, operations: operations.with(index, whole) };
      const { hiddenMs, ...shown } = operation.breaksAt;
      if (hiddenMs !== undefined) yield plainer({ breaksAt: shown });
    }
    if (operation.overlapMs !== null) yield plainer({ overlapMs: null });
    if (operation.actor !== 0) yield plainer({ actor: 0 });
    for (const plain of plainerForms(operation)) yield { ...scenario, operations: operations.with(index, plain) };
  }
  const flags = ["protect", "retain", "ignoresText", "deletesFirst", "isSecret", "hurries"] as const;
  for (const [slot, blueprint] of blueprints.entries()) {
    for (const flag of flags) {
      if (blueprint[flag] === true)
        yield { ...scenario, blueprints: blueprints.with(slot, { ...blueprint, [flag]: false }) };
    }
    if (blueprint.leansOn !== null) {
      yield { ...scenario, blueprints: blueprints.with(slot, { ...blueprint, leansOn: null }) };
    }
  }
}

/** The operation with forms that are a little plainer. */
function* plainerForms(operation: Operation): Generator<Operation> {
  const { act } = operation;
  if (act.kind !== "up" && act.kind !== "plan") return;
  const { want } = act;
  for (const [slot, form] of want.entries()) {
    if (form === null) continue;
    for (const name of ["name", "aliases", "kind", "protect", "retain", "deletesFirst", "onDestroy"] as const) {
      const { [name]: dropped, ...rest } = form;
      if (dropped !== undefined) yield { ...operation, act: { ...act, want: want.with(slot, rest) } };
    }
    if (form.moved) yield { ...operation, act: { ...act, want: want.with(slot, { ...form, moved: false }) } };
    if (form.renamed) yield { ...operation, act: { ...act, want: want.with(slot, { ...form, renamed: false }) } };
  }
}

/** The operation with a slot left out of its declaration; the same operation where it is in none. */
function withoutSlot(operation: Operation, slot: number): Operation {
  const { act } = operation;
  if (act.kind !== "up" && act.kind !== "plan") return operation;
  const { want } = act;
  if ((want[slot] ?? null) === null) return operation;
  return { ...operation, act: { ...act, want: want.map((form, index) => (index === slot ? null : form)) as Want } };
}
