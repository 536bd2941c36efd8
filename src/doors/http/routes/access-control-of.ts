import { Refusal } from "../conventions/refusal.ts";
import type { RouteContext } from "../route-context.ts";

/** Tokens and roles; a Refusal where no server keeps them. */
export function accessControlOf({ accessControl }: RouteContext) {
  if (accessControl === null)
    throw new Refusal(
      "not-found",
      "tokens, roles and the audit log belong to a server, and none is named: name it with --server URL",
    );
  return accessControl;
}
