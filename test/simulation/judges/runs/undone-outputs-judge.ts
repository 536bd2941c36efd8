import { jsonEqual, ownMember } from "../../../../packages/base/json/json.ts";
import type { Plan } from "../../../../src/engine/plan/plan.ts";
import type { Violation } from "../journal-judge.ts";
import { amiss, text } from "./outputs-judge.ts";
import type { SeenRun } from "./run-history.ts";

/** An undo leaves no output that names an object which it has taken away, and makes none of what is not recorded. */
export function judgeOutputsOfUndo({ before, outputsBefore, ended }: SeenRun): readonly Violation[] {
  if (ended === null) return [];
  const idsOf = (records: SeenRun["before"], isOf: (status: string) => boolean) =>
    new Set([...records.values()].flatMap(({ status, outputs }) => (isOf(status) ? [outputs["id"]] : [])));
  const isAny = () => true;
  const [had, has] = [idsOf(before, isAny), idsOf(ended.after, isAny)];
  const current = idsOf(ended.after, (status) => status === "current");
  return Object.entries(ended.outputs).flatMap(([name, value]): readonly Violation[] => {
    if (!name.startsWith("id")) return [];
    if (had.has(value) && !has.has(value)) return [amiss(name, `is ${text(value)}, which the undo has taken away`)];
    // A read tells of others, and is put back as it told of them.
    const isNew = had.has(value) && !jsonEqual(value, outputsBefore[name]);
    return isNew && !current.has(value) ? [amiss(name, `has become ${text(value)}, which waits for its deletion`)] : [];
  });
}

/** What an undo records of the outputs is what its plan has promised, but for what that did not know yet. */
export function judgePromisedOutputs({ ended }: SeenRun, plan: Plan): readonly Violation[] {
  const { outputs, waiting = {} } = plan;
  const isOpen = (name: string) => Object.keys(waiting).some((place) => place.split("/")[1] === name);
  const names = [...new Set([...Object.keys(outputs), ...Object.keys(ended?.outputs ?? {})])];
  return names.flatMap((name): readonly Violation[] => {
    const [promised, told] = [ownMember(outputs, name), ownMember(ended?.outputs ?? {}, name)];
    if (isOpen(name) || jsonEqual(promised, told)) return [];
    return [amiss(name, `was to be ${text(promised)} by the plan of the undo, and is ${text(told)}`)];
  });
}

/**
 * The undo of a run that nothing came after tells again of each object that was told before the run and stands, and of
 * nothing else.
 */
export function judgeFormerOutputs({ ended }: SeenRun, undone: SeenRun): readonly Violation[] {
  if (ended === null) return [];
  const { outputs, after } = ended;
  const stands = (id: unknown) =>
    [undone.before, after].every((records) =>
      [...records.values()].some((record) => record.status === "current" && record.outputs["id"] === id),
    );
  // What the undone run told of what it has called no platform about, as its declaration asked for it before, follows
  // the object and not the run.
  const uncalled = new Set(
    [...undone.before.values()].flatMap((record) =>
      record.status === "current" && !undone.called.has(record.uid) ? [record.outputs["id"]] : [],
    ),
  );
  const isTakenOver = (name: string) => uncalled.has(outputs[`id${/\d+$/.exec(name)?.[0]}`]);
  const added = Object.keys(outputs).filter((name) => !Object.hasOwn(undone.outputsBefore, name) && !isTakenOver(name));
  const lost = Object.entries(undone.outputsBefore).filter(
    ([name, value]) => name.startsWith("id") && stands(value) && outputs[name] !== value,
  );
  return [
    ...added.map((name) => amiss(name, `is ${text(outputs[name])}, and was none before the undone run`)),
    ...lost.map(([name, value]) =>
      amiss(name, `was ${text(value)} before the undone run, which stands, and is ${text(outputs[name])}`),
    ),
  ];
}
