import type { ResourceRecord } from "../../state/records/record.ts";
import type { Planning } from "../planning.ts";

/**
 * Says that an object which was imported and is not declared stays, and what its two ways out are: each with the name
 * that the record has until a run moves it.
 */
export function complainOfUndeclared({ address, type, identity }: ResourceRecord, planning: Planning): void {
  const former = planning.movedFrom(address);
  const [as, name] = former === undefined ? ["", address] : [` as \`${former}\``, former];
  planning.complain(
    "protected",
    `\`${address}\` (${type} \`${identity.id}\`) was imported${as}, and no run has seen it declared yet, ` +
      `so it is protected; declare it and run \`plumb up\`, or forget it with \`plumb state rm ${name}\``,
    { address },
  );
}
