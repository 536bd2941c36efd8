import type { CallContext } from "../requests/call-context.ts";
import { CallRefusal } from "../requests/call-refusal.ts";

/** Tokens and roles; a CallRefusal where no server keeps them. */
export function accessControlOf({ accessControl }: CallContext) {
  if (accessControl === null)
    throw new CallRefusal(
      "not-found",
      "tokens, roles and the audit log belong to a server, and none is named: name it with --server URL",
    );
  return accessControl;
}
