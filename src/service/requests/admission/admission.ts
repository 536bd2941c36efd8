import type { AccessControl } from "../../access/access-control.ts";
import { refusedToken } from "../../access/authentication-failure.ts";
import type { Authority, Subject } from "../../access/authority.ts";
import { localOwner } from "../../access/local-owner.ts";
import { CallRefusal } from "../call-refusal.ts";
import type { HandledOperation } from "../handler.ts";

/** What is asked of the service's access control. */
export type Admission = Pick<AccessControl, "authenticate" | "look">;

/**
 * Whose call it is; without access control, that of the user who runs the process. A CallRefusal (401) where it is not
 * known.
 */
export async function admit(
  admission: Admission | null,
  authorization: string | null,
  now: number,
): Promise<Authority> {
  if (admission === null) return localOwner;
  const admitted = await admission.authenticate(authorization, now);
  if (admitted.ok) return admitted.value;
  const { kind, challenge, why } = admitted.error;
  if (kind === "unavailable")
    throw new CallRefusal("identity-unavailable", "the keys of the token's issuer can't be had now; ask again", {
      why,
    });
  if (kind !== "missing") throw unauthenticated(why);
  const detail = "send a token: `Authorization: Bearer ...`";
  throw new CallRefusal("unauthenticated", detail, { headers: { "www-authenticate": challenge }, why });
}

/** For who brings a token that is not good, or not any more. */
export function unauthenticated(why: string): CallRefusal {
  const { challenge } = refusedToken(why);
  return new CallRefusal("unauthenticated", "the token was not accepted", {
    headers: { "www-authenticate": challenge },
    why,
  });
}

/** The stack that a call is about; null for the service itself. */
export function stackOf(operation: HandledOperation, path: Readonly<Record<string, string>>): string | null {
  return operation.sight?.(path).stack ?? path["stack"] ?? null;
}

/**
 * Holds the caller to their rights. Who may not even see the stack is told that there is none (404); who may, that the
 * right is missing (403).
 */
export function authorize(
  operation: Pick<HandledOperation, "action" | "sight">,
  path: Readonly<Record<string, string>>,
  authority: Authority,
): void {
  const sight = operation.sight?.(path);
  if (sight !== undefined && authority.decide(sight.action, { stack: sight.stack }).kind === "denied")
    throw new CallRefusal("not-found", sight.absent);
  if (operation.action === null || operation.action === "authenticated") return;
  const { stack = null, project } = path;
  const subject: Subject = { stack, ...(stack === null && project !== undefined ? { project } : {}) };
  const decision = authority.decide(operation.action, subject);
  if (decision.kind === "allowed") return;
  if (subject.stack !== null && authority.decide("stack:read", subject).kind === "denied")
    throw new CallRefusal(
      "not-found",
      `there is no stack \`${subject.stack}\`, or you hold no role on it: \`plumb whoami\` shows yours`,
    );
  throw new CallRefusal("forbidden", decision.why);
}
