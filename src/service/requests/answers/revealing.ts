import type { AuditOutcome } from "../../audit/audit-entry.ts";
import { type Audited, type AuditLog, intentOf } from "../auditing.ts";
import { CallRefusal } from "../call-refusal.ts";
import { problemDocumentOf } from "./problem-document.ts";

/**
 * Opens secrets for a caller: notes before it who asks for which values of which stack, and after it what became of
 * that. When it can't be noted, nothing is opened. `paths` name the values, never what they are. Who may not reveal
 * them is refused, and that is on record too.
 */
export async function revealing<T>(
  auditLog: AuditLog | null,
  asked: Audited,
  paths: readonly string[],
  open: () => Promise<T>,
  lost: (cause: unknown) => void,
): Promise<T> {
  const ticket = await auditLog?.record({ ...intentOf(asked), action: "secret:reveal", paths });
  const concluded = async (outcome: AuditOutcome) => {
    if (ticket !== undefined) await auditLog?.conclude(ticket, outcome).catch(lost);
  };
  try {
    const stack = asked.path["stack"] ?? null;
    const decision = asked.authority.decide("secret:reveal", { stack });
    if (decision.kind === "denied") throw new CallRefusal("forbidden", decision.why);
    const opened = await open();
    await concluded({ result: "done", status: 200, code: null });
    return opened;
  } catch (cause) {
    const { status, code } = problemDocumentOf(cause);
    await concluded({ result: status < 500 ? "refused" : "failed", status, code });
    throw cause;
  }
}
