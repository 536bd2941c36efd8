import type { Random } from "../random.ts";
import type { Breaking, Form, Kind, Operation, Scenario, Want } from "../scenario.ts";
import { quiet } from "./people.ts";

/** Kinds whose objects get another identity where they are moved, so that a run replaces them. */
const replaceable: readonly Kind[] = ["client", "attachment", "collector"];

/** A run that breaks off, and the forms of the slot before it and in it. */
interface Broken {
  readonly slot: number;
  readonly before: Form | null;
  readonly form: Form | null;
  readonly breaksAt: Breaking;
}

/**
 * Somebody whose run broke off in the middle of its work undoes it, and undoes the undo: of a replacement whose new
 * object was made and whose former one stands still or is gone although the platform refused to delete it, or of a
 * change or a deletion whose operation ended with an error and took effect.
 */
export function withUndoneUndoes(scenario: Scenario, random: Random): Scenario {
  const broken = random.pick([halfReplacement, halfReplacement, failedChange, beliedDeletion])(scenario, random);
  if (broken === undefined) return scenario;
  const { slot, before: formerly, form, breaksAt } = broken;
  const wants = scenario.operations.flatMap(({ act }) => (act.kind === "up" ? [act.want] : []));
  const before: Want = (wants.at(-1) ?? scenario.blueprints.map(() => null)).map((each, index) =>
    each === null || index === slot ? plainForm : each,
  );
  const up = (each: Form | null): Operation => ({
    ...quiet,
    actor: 0,
    act: { kind: "up", want: before.with(slot, each) },
  });
  const undo: Operation = { ...quiet, actor: 0, act: { kind: "undo" } };
  const undoes = Array.from({ length: random.pick([1, 2, 2, 2, 3]) }, () => undo);
  const series = [up(formerly), { ...up(form), breaksAt }, ...undoes];
  const isCalm = random.chance(0.6);
  return {
    ...scenario,
    operations: [...scenario.operations.slice(0, random.below(3)), ...series],
    ...(isCalm ? { networkFaults: [], storeFaults: [], strangersAt: [], operationFaults: [], questionFaults: [] } : {}),
  };
}

const plainForm = {
  text: 0,
  moved: false,
  renamed: false,
  protect: false,
  retain: false,
  deletesFirst: false,
} as const;

/** The new object is made, and the former one is not deleted: the run is stopped before that, dies, or may not. */
function halfReplacement({ blueprints }: Scenario, random: Random): Broken | undefined {
  const slot = slotOf(blueprints, replaceable, random);
  if (slot === undefined) return undefined;
  const breaksAt = random.pick<Breaking>([
    { at: "write", number: random.pick([1, 1, 2, 3]), how: "stopped" },
    { at: "delete", number: 1, how: "dies" },
    { at: "delete", number: 1, how: "refused" },
    { at: "delete", number: 1, how: random.pick(["denied", "conflicts", "fails"]) },
  ]);
  return { slot, before: plainForm, form: { ...plainForm, moved: true }, breaksAt };
}

/** The object is deleted although the platform refuses that, or the operation that deletes it ends with an error. */
function beliedDeletion({ blueprints }: Scenario, random: Random): Broken | undefined {
  // What goes by a write of something else, as a share or a setting does, is no deletion on the wire: not drawn so far.
  const slot = slotOf(blueprints, replaceable, random);
  if (slot === undefined) return undefined;
  const hasOperations = blueprints[slot]?.kind === "attachment";
  const how = random.pick<Breaking["how"]>(hasOperations ? ["denied", "conflicts", "fails"] : ["denied", "conflicts"]);
  return { slot, before: plainForm, form: null, breaksAt: { at: "delete", number: 1, how } };
}

/** The operation of an update or a creation ends with an error, and the object holds what was asked for. */
function failedChange({ blueprints }: Scenario, random: Random): Broken | undefined {
  const slot = slotOf(blueprints, ["attachment"], random);
  if (slot === undefined) return undefined;
  const before = random.chance(0.75) ? plainForm : null;
  return { slot, before, form: { ...plainForm, text: 1 }, breaksAt: { at: "write", number: 1, how: "fails" } };
}

function slotOf(blueprints: Scenario["blueprints"], kinds: readonly Kind[], random: Random): number | undefined {
  const slots = blueprints.flatMap(({ kind }, slot) => (kinds.includes(kind) ? [slot] : []));
  return slots[random.below(slots.length)];
}
