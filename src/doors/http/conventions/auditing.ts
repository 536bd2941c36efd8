import type { Authority } from "../../../service/access/authority.ts";
import type { Role } from "../../../service/access/caller.ts";
import { isRole } from "../../../service/access/roles.ts";
import type { Audit } from "../../../service/audit/audit.ts";
import type { AuditIntent, AuditOutcome } from "../../../service/audit/audit-entry.ts";
import type { Route } from "../route.ts";
import { problemDocumentOf } from "./problem-response.ts";
import type { RequestIdentity } from "./request-identity.ts";

/** What is asked of the audit log here. */
export type AuditBook = Pick<Audit, "record" | "conclude">;

export interface Audited {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authority: Authority;
  readonly identity: RequestIdentity;
  readonly request: Request;
}

/**
 * Notes what is about to be done before it is, and what came of it after. When it can't be noted, it is not done. `book` null: it is
 * of no kind that is noted.
 */
export async function audited(
  book: AuditBook | null,
  asked: Audited,
  perform: () => Promise<Response>,
  lost: (cause: unknown) => void,
): Promise<Response> {
  if (book === null) return perform();
  const ticket = await book.record(intentOf(asked));
  // What was done stays done when its end can't be noted: the log shows the intent as open.
  const concluded = (outcome: AuditOutcome) => book.conclude(ticket, outcome).catch(lost);
  try {
    const response = await perform();
    await concluded({ result: "done", status: response.status, code: null });
    return response;
  } catch (cause) {
    const { status, code } = problemDocumentOf(cause);
    await concluded({ result: status < 500 ? "refused" : "failed", status, code });
    throw cause;
  }
}

/** Who is about to do what, to what. */
export function intentOf({ route, path, body, authority, identity, request }: Audited): AuditIntent {
  return {
    principal: authority.caller.principal,
    from: {
      address: request.headers.get(peerHeader),
      userAgent: request.headers.get("user-agent")?.slice(0, 256) ?? null,
    },
    request: identity.requestId ?? "",
    action: route.action ?? route.operationId,
    operation: route.operationId,
    ...roleIn(body),
    stack: path["stack"] ?? null,
    subject: subjectOf(path),
    plan: path["digest"] ?? planIn(body),
  };
}

/** The listener notes here who is at the other end; what a client sends under this name never gets so far. */
export const peerHeader = "x-plumbline-peer";

/** What of the stack (or of the service) it is about. */
function subjectOf(path: Readonly<Record<string, string>>): string | null {
  const parts = Object.entries(path).filter(([name]) => name !== "stack");
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
