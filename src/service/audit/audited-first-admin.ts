import type { Audit } from "./audit.ts";
import { auditedDeed } from "./audited-deed.ts";

/**
 * Which of the two is done: a token where there is no admin yet, or another one in the place of all that were there.
 */
type FirstAdminDeed = "makeFirstAdmin" | "renewFirstAdmin";

/**
 * Notes that the operator of a service makes a token of an admin, before it is made, and what came of it. `perform`
 * gives null where another process was faster. A service that can't note it makes none.
 */
export function auditedFirstAdmin(
  audit: Pick<Audit, "record" | "conclude">,
  principal: string,
  operation: FirstAdminDeed,
  perform: () => Promise<string | null>,
): Promise<string | null> {
  const deed = { principal, action: "token:create", operation, role: "admin", subject: null } as const;
  return auditedDeed(audit, deed, perform, (made) => (made === null ? "refused" : "done"));
}
