import { awaitsDeclaration, type ResourceRecord } from "../state/record.ts";
import type { Plan } from "./plan.ts";
import type { Planning } from "./planning.ts";

/**
 * True for an imported object that no declaration has had yet, where the plan would end it by accident: it waits for its
 * declaration. Destroy may let go of what it leaves as it is, and undo takes an import back by letting go.
 */
export function isKeptForItsDeclaration(record: ResourceRecord, kind: Plan["kind"]): boolean {
  if (!awaitsDeclaration(record) || kind === "undo") return false;
  return kind !== "destroy" || record.options.onDestroy !== "retain";
}

/** Says that an object which was imported and is not declared stays, and what its two ways out are. */
export function complainOfUndeclared({ address, type, identity }: ResourceRecord, planning: Planning): void {
  planning.complain(
    "protected",
    `\`${address}\` (${type} \`${identity.id}\`) was imported, and no run has seen it declared yet, so it is protected; declare it and run \`plumb up\`, or forget it with \`plumb state rm ${address}\``,
    { address },
  );
}
