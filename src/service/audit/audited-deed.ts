import type { Audit } from "./audit.ts";
import type { AuditIntent, AuditOutcome } from "./audit-entry.ts";

/** What the operator of a store, or of a service, does to it beside every call. */
type OperatorsDeed = Pick<AuditIntent, "principal" | "action" | "operation" | "role" | "subject">;

/**
 * Notes what is done before it is, and what came of it. What can't be noted is not done. `resultOf`: what a deed that
 * was made comes to; it is done where that is left out.
 */
export async function auditedDeed<T>(
  audit: Pick<Audit, "record" | "conclude">,
  deed: OperatorsDeed,
  perform: () => Promise<T>,
  resultOf: (made: T) => "done" | "refused" = () => "done",
): Promise<T> {
  const from = { address: null, userAgent: null };
  const ticket = await audit.record({ ...deed, from, request: "", stack: null, plan: null });
  const conclude = (result: AuditOutcome["result"]) => audit.conclude(ticket, { result, status: null, code: null });
  let made: T;
  try {
    made = await perform();
  } catch (cause) {
    // What has failed is told, whatever becomes of the record, which stays open then.
    await conclude("failed").catch(() => {});
    throw cause;
  }
  await conclude(resultOf(made));
  return made;
}
