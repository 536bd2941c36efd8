import type { Audit } from "./audit.ts";
import type { AuditIntent } from "./audit-entry.ts";

/** What the operator of a store does to it beside every service. */
type OperatorsDeed = Pick<AuditIntent, "principal" | "action" | "subject">;

/** Notes what is done before it is, and what came of it. What can't be noted is not done. */
export async function auditedDeed<T>(
  audit: Pick<Audit, "record" | "conclude">,
  deed: OperatorsDeed,
  perform: () => Promise<T>,
): Promise<T> {
  const from = { address: null, userAgent: null };
  const ticket = await audit.record({ ...deed, from, request: "", stack: null, plan: null });
  const conclude = (result: "done" | "failed") => audit.conclude(ticket, { result, status: null, code: null });
  let made: T;
  try {
    made = await perform();
  } catch (cause) {
    // What has failed is told, whatever becomes of the record, which stays open then.
    await conclude("failed").catch(() => {});
    throw cause;
  }
  await conclude("done");
  return made;
}
