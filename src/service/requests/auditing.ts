import type { CallSource } from "../../contract/call.ts";
import type { Role } from "../../contract/roles.ts";
import type { Authority } from "../access/authority.ts";
import { isRole } from "../access/roles/roles.ts";
import type { Audit } from "../audit/audit.ts";
import type { AuditIntent, AuditOutcome } from "../audit/audit-entry.ts";
import type { CallIdentity } from "./admission/call-identity.ts";
import { problemDocumentOf } from "./answers/problem-document.ts";
import type { HandledOperation } from "./handler.ts";

/** What is asked of the audit log here. */
export type AuditLog = Pick<Audit, "record" | "conclude">;

export interface Audited {
  readonly operation: HandledOperation;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authority: Authority;
  readonly identity: CallIdentity;
  readonly source: CallSource;
}

/**
 * Notes what is about to be done before it is, and what came of it after. When it can't be noted, it is not done.
 * `auditLog` null: it is of no kind that is noted.
 */
export async function audited<T>(
  auditLog: AuditLog | null,
  asked: Audited,
  perform: () => Promise<T>,
  statusOf: (performed: T) => number,
  lost: (cause: unknown) => void,
): Promise<T> {
  if (auditLog === null) return perform();
  const ticket = await auditLog.record(intentOf(asked));
  // What was done stays done when its end can't be noted: the log shows the intent as open.
  const concluded = (outcome: AuditOutcome) => auditLog.conclude(ticket, outcome).catch(lost);
  try {
    const performed = await perform();
    await concluded({ result: "done", status: statusOf(performed), code: null });
    return performed;
  } catch (cause) {
    const { status, code } = problemDocumentOf(cause);
    await concluded({ result: status < 500 ? "refused" : "failed", status, code });
    throw cause;
  }
}

/** Notes that it was refused before it was begun. */
export async function refusedOnRecord(
  auditLog: AuditLog | null,
  asked: Audited,
  cause: unknown,
  lost: (cause: unknown) => void,
): Promise<void> {
  const refused = async (): Promise<never> => Promise.reject(cause);
  await audited(auditLog, asked, refused, () => 0, lost).catch(() => {});
}

/** Who is about to do what, to what. */
export function intentOf({ operation, path, body, authority, identity, source }: Audited): AuditIntent {
  const made = body === null || body === undefined ? undefined : operation.makes?.(body, path);
  return {
    principal: authority.caller.principal,
    from: {
      address: source.address,
      userAgent: source.userAgent?.slice(0, 256) ?? null,
    },
    request: identity.requestId ?? "",
    action: operation.action ?? operation.operationId,
    operation: operation.operationId,
    ...roleIn(body),
    stack: path["stack"] ?? made ?? null,
    // The name that a stack gets is what its move is about.
    subject: path["stack"] === undefined ? subjectOf(path) : (made ?? subjectOf(path)),
    plan: path["digest"] ?? planIn(body),
  };
}

/** What of the stack (or of the service) it is about. */
function subjectOf(path: Readonly<Record<string, string>>): string | null {
  const parts = Object.entries(path).filter(([name]) => name !== "stack" && name !== "project");
  return parts.length === 0 ? null : parts.map(([, value]) => value).join("/");
}

function roleIn(body: unknown): { readonly role?: Role } {
  const given = typeof body === "object" && body !== null && "role" in body ? body.role : null;
  return isRole(given) ? { role: given } : {};
}

function planIn(body: unknown): string | null {
  const plan = typeof body === "object" && body !== null && "plan" in body ? body.plan : null;
  return typeof plan === "string" ? plan : null;
}
