import type { ResourceRecord } from "../state/record.ts";
import { complainOfUndeclared, isKeptForItsDeclaration } from "./imported-undeclared.ts";
import type { Plan, Step } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { removedBy } from "./removed-objects.ts";

/**
 * Refuses every removal of an object that is kept, by whatever step it goes: `protect` and an import that awaits its
 * declaration refuse all of them, a wish to keep the object those that a write itself makes. To be asked when all steps are
 * decided; what has been refused is not told twice.
 */
export function refuseRemovals(kind: Plan["kind"], planning: Planning): void {
  const said = new Set(planning.problems.flatMap(({ code, address }) => (code === "protected" ? [address] : [])));
  for (const step of planning.steps) {
    const gone = removedBy(step);
    const record = gone === null ? undefined : recordOf(step, planning);
    if (gone === null || record === undefined) continue;
    const { address } = record;
    const place = { address, pointer: `/resources/${address}`, at: "key" as const };
    if (!said.has(address) && isKeptForItsDeclaration(record, kind)) complainOfUndeclared(record, planning);
    else if (!said.has(address) && isProtected(record, planning)) {
      const detail = `\`${address}\` is protected, and ${step.action === "update" ? "changing it so" : "this"} would remove \`${gone.id}\``;
      planning.complain("protected", detail, step.kind === "write" ? place : { address });
    }
    if (step.kind === "write" && record.options.onDestroy === "retain") {
      const detail = `\`${gone.id}\` is to be kept when it is deleted, and what \`${address}\` writes would take it away`;
      planning.complain("would-be-lost", detail, place);
    }
  }
}

/** The record of what a step takes away; what a broken-off run may have made has none. */
function recordOf(step: Step, { state }: Planning): ResourceRecord | undefined {
  const current = state.records.get(step.address);
  if (step.kind === "write") return current;
  if (step.kind !== "removal") return undefined;
  const isIt = (record: ResourceRecord) => record.uid === step.uid && record.generation === step.generation;
  return current !== undefined && isIt(current) ? current : state.superseded.find(isIt);
}

/** Protection is lifted by a change of its own. Of a former object what is declared or stands in its place has the say. */
function isProtected(record: ResourceRecord, planning: Planning): boolean {
  return record.status === "superseded" ? isStillProtected(record, planning) : record.options.protect;
}

/** A former object was made under protection, and what is declared or stands in its place has not lifted that. */
export function isStillProtected({ uid, options }: ResourceRecord, planning: Planning): boolean {
  if (!options.protect) return false;
  const present = planning.state.records.values().find((record) => record.uid === uid);
  const node = planning.checked?.nodes.find(({ address }) => address === present?.address);
  return (node?.kind === "resource" ? node.options : present?.options)?.protect ?? true;
}
