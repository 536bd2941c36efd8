import { idKey } from "../../../definitions/schema/identity/same-object.ts";
import { changes } from "../drift/affected-nodes.ts";
import type { ReadStep, RemovalStep, WriteStep } from "../plan.ts";
import type { Planning } from "../planning.ts";
import { waitsFor } from "./waits-for.ts";

type Change = WriteStep | RemovalStep;

/**
 * Tells of each `get` that was read already and whose object this plan changes or deletes: what it gives is of before.
 */
export function warnOfEarlyReads(planning: Planning): void {
  const reads = planning.steps.filter((step): step is ReadStep => step.kind === "read" && isRead(step));
  if (reads.length === 0) return;
  const changed = new Map(planning.steps.flatMap((step) => (isChange(step) ? objectsOf(step, planning) : [])));
  for (const read of reads) {
    const step = changed.get(objectRead(read, planning) ?? "");
    if (step !== undefined && !waitsForIt(read, step, planning)) tell(read, step, planning);
  }
}

/** What takes the place of the object that is deleted under its name does not wait for that. */
function waitsForIt({ address }: ReadStep, step: Change, planning: Planning): boolean {
  return address !== step.address && waitsFor(planning, address, step.address);
}

/** A look-up names no one object. */
function isRead({ ask, result }: ReadStep): boolean {
  return ask.kind === "get" && result !== null;
}

function tell({ address, result }: ReadStep, { kind, address: changed }: Change, planning: Planning): void {
  const isDeleted = kind === "removal";
  const what =
    `\`${address}\` reads \`${result?.id}\`, which this plan ${isDeleted ? "deletes" : "changes"} as ` +
    `\`${changed}\``;
  const cure = isDeleted
    ? `take it out as well, or keep the object with \`plumb state rm ${changed}\`, which only forgets it`
    : `write \`dependsOn: [${changed}]\` in its options to read it afterwards`;
  const place = { address, pointer: `/resources/${address}/get/id` };
  planning.complain("reads-before", `${what}: what it gives is of before; ${cure}`, place);
}

function isChange(step: Planning["steps"][number]): step is Change {
  if (step.kind === "removal") return step.how !== "forget";
  return step.kind === "write" && changes(step);
}

function objectsOf(step: Change, planning: Planning): readonly (readonly [string, Change])[] {
  const { identity, type, provider } = step;
  const id = identity?.id;
  return id === undefined ? [] : [[keyOf(type, provider.cloudId, id, planning), step]];
}

function objectRead({ type, provider, result }: ReadStep, planning: Planning): string | undefined {
  const id = result?.id ?? null;
  return id === null ? undefined : keyOf(type, provider.cloudId, id, planning);
}

function keyOf(type: string, cloudId: string, id: string, planning: Planning): string {
  return `${type} ${cloudId} ${idKey(planning.definition(type), id)}`;
}
