import { problem } from "../../../../packages/base/problems/problem.ts";
import { echoIdentity } from "../../../definitions/schema/comparison/echo.ts";
import { declarableInputs } from "../../../definitions/schema/declarable.ts";
import type { Overwritten } from "../../state/drift/overwritten.ts";
import { isLagging } from "../../state/records/shows-before.ts";
import type { GrantBeside, UndoScope } from "../../undo/journal/undo-scope.ts";
import { grantAdvice } from "../advice.ts";
import type { RemovalStep, Step, WriteStep } from "../plan.ts";
import type { Claiming, Planning } from "../planning.ts";

type Writer = WriteStep | RemovalStep;

/**
 * Has the grants that the undone run has overwritten come back by the step that writes on the physical object that they
 * stood on, and nowhere else. What no step can bring back is told.
 */
export function bringBack({ displaced }: UndoScope, planning: Planning): void {
  for (const [claimKey, grants] of Map.groupBy(displaced, (each) => each.claimKey)) {
    const place = writerAt(claimKey, planning);
    const writer = planning.steps[place];
    if (writer?.kind === "write" || (writer?.kind === "removal" && isCalled(writer)))
      planning.steps[place] = withGrants(writer, grants, planning);
    else planning.problems.push(...grants.flatMap((grant) => notBroughtBack(grant, claimKey, planning)));
  }
}

/** What an undo brings back beside an object that stands. */
export function grantsBeside(object: Claiming, planning: Planning): readonly GrantBeside[] {
  const displaced = planning.undo?.displaced ?? [];
  if (displaced.length === 0) return displaced;
  const own = planning.claimKeyOf(object);
  return displaced.filter(({ claimKey }) => claimKey === own);
}

/**
 * Where the step stands that writes on a physical object: rather one that makes something there than one that ends it.
 */
function writerAt(claimKey: string, planning: Planning): number {
  const isThere = ({ type, provider, identity }: Writer) =>
    identity !== null && planning.claimKeyOf({ type, provider, identity }) === claimKey;
  const find = (kind: Step["kind"]) =>
    planning.steps.findLastIndex(
      (step) => step.kind === kind && (step.kind === "write" || step.kind === "removal") && isThere(step),
    );
  const write = find("write");
  return write === -1 ? find("removal") : write;
}

/** A removal that can be made by a call; what is only forgotten must still be seen, to be left as it is. */
function isCalled({ how, prior }: RemovalStep): boolean {
  return how !== "forget" || prior !== null;
}

function withGrants(step: Writer, grants: readonly GrantBeside[], planning: Planning): Writer {
  const others = (step.restores ?? []).filter(({ words }) => grants.every((each) => each.words !== words));
  const restores = [...others, ...grants.map(({ words, content }): Overwritten => ({ words, content }))];
  // What the step brings back already has been told, and what is there comes back from nowhere.
  const told = (step.restores ?? []).map(({ words }) => words);
  const known = new Set([...told, ...seenBeside(step, planning)]);
  const unknownGrants = grants.filter(({ words }) => !known.has(words));
  planning.problems.push(...grantAdvice(step.address, unknownGrants, "the run"));
  if (step.kind === "write" || step.how !== "forget") return { ...step, restores };
  const definition = planning.definition(step.type);
  const restore = declarableInputs(definition, echoIdentity(definition, step.prior?.outputs ?? {}, {}));
  return { ...step, how: "restore", restore, restores };
}

/** What the plan has seen beside the object of a step, in words; nothing where it may see what was before our write. */
function seenBeside({ address, type, provider, identity }: Writer, planning: Planning): readonly string[] {
  if (identity === null) return [];
  const observed = planning.observed(provider.cloudId, planning.definition(type), identity.id);
  const record = planning.state.records.get(address);
  if (record !== undefined && isLagging(record, observed, planning.snapshot.at)) return [];
  return observed.kind === "unreadable" ? [] : observed.displaces;
}

function notBroughtBack({ words, address }: GrantBeside, claimKey: string, planning: Planning) {
  // Where what stands there is as it is to be, it comes to no step: the grant is there again already.
  const isThereAgain = planning.unchanged.some((each) => {
    const record = planning.state.records.get(each.address);
    return record !== undefined && planning.claimKeyOf(record) === claimKey && planning.undo?.uids.has(record.uid);
  });
  if (isThereAgain) return [];
  const place = claimKey.slice(claimKey.indexOf(" ") + 1);
  const detail =
    `the run overwrote ${words}, which does not come back: ` +
    `the undo writes nothing on \`${place}\`, where it stood`;
  return [problem("not-brought-back", detail, { address })];
}
