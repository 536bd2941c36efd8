import type { ResourceRecord } from "../state/record.ts";
import type { Planning } from "./planning.ts";

/** Says that an object which was imported and is not declared stays, and what its two ways out are. */
export function complainOfUndeclared({ address, type, identity }: ResourceRecord, planning: Planning): void {
  planning.complain(
    "protected",
    `\`${address}\` (${type} \`${identity.id}\`) was imported, and no run has seen it declared yet, so it is protected; declare it and run \`plumb up\`, or forget it with \`plumb state rm ${address}\``,
    { address },
  );
}
