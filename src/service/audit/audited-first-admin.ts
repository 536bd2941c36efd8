import type { Audit } from "./audit.ts";

/**
 * Which of the two is done: a token where there is no admin yet, or another one in the place of all that were there.
 */
type FirstAdminDeed = "makeFirstAdmin" | "renewFirstAdmin";

/**
 * Notes that the operator of a service makes a token of an admin, before it is made, and what came of it. `perform`
 * gives null where another process was faster. A service that can't note it makes none.
 */
export async function auditedFirstAdmin(
  audit: Pick<Audit, "record" | "conclude">,
  principal: string,
  operation: FirstAdminDeed,
  perform: () => Promise<string | null>,
): Promise<string | null> {
  const from = { address: null, userAgent: null };
  const about = { action: "token:create", operation, role: "admin", stack: null, subject: null, plan: null } as const;
  const ticket = await audit.record({ principal, from, request: "", ...about });
  const conclude = (result: "done" | "refused" | "failed") =>
    audit.conclude(ticket, { result, status: null, code: null });
  try {
    const made = await perform();
    await conclude(made === null ? "refused" : "done");
    return made;
  } catch (cause) {
    // What has failed is told, whatever becomes of the record, which stays open then.
    await conclude("failed").catch(() => {});
    throw cause;
  }
}
