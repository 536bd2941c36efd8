import { err, ok, type Result } from "../../../base/result.ts";
import type { EmulatorContext, LocalReply, LocalRequest } from "../../runtime/local-vendor.ts";
import { invalidToken, permissionDenied, unauthenticated } from "../replies.ts";
import { findIdentity, permissionOf } from "./directory.ts";
import { type Identity, identityOfPrincipal, referenceOf } from "./identity.ts";

/** Who calls, and what they are in the account and in the workspace. */
export interface Caller {
  readonly identity: Identity;
  readonly reference: string;
  readonly isAccountAdmin: boolean;
  readonly isMember: boolean;
  readonly isWorkspaceAdmin: boolean;
}

/** The caller of a request, or the authentication layer's refusal: no credentials, or void ones. */
export function callerOf(request: LocalRequest, context: EmulatorContext): Result<Caller, LocalReply> {
  const principal = request.caller;
  if (principal === null) {
    return err(request.headers["authorization"] !== undefined ? invalidToken(context) : unauthenticated(context));
  }
  const identity =
    findIdentity(context, "servicePrincipals", principal.name) ??
    findIdentity(context, "users", principal.name) ??
    identityOfPrincipal(principal);
  if (!identity.active) return err(invalidToken(context));
  const permission = permissionOf(context, identity);
  return ok({
    identity,
    reference: referenceOf(identity),
    isAccountAdmin: identity.accountAdmin,
    isMember: permission !== null,
    isWorkspaceAdmin: permission === "ADMIN",
  });
}

/** Refuses who can't enter the workspace at all; being an account admin does not make anybody a member. */
export function refuseStranger(caller: Caller, context: EmulatorContext): LocalReply | undefined {
  if (caller.isMember) return undefined;
  return permissionDenied(context, `User ${caller.identity.name} is not a member of this workspace.`);
}

export function refuseNonAdmin(caller: Caller, context: EmulatorContext): LocalReply | undefined {
  if (caller.isWorkspaceAdmin) return undefined;
  return permissionDenied(context, `Only workspace admins can do this: ${caller.identity.name} is none.`);
}

export function refuseNonAccountAdmin(caller: Caller, context: EmulatorContext): LocalReply | undefined {
  if (caller.isAccountAdmin) return undefined;
  return permissionDenied(context, `Only account admins can do this: ${caller.identity.name} is none.`);
}

/**
 * Refuses who may not change the setting: it takes an account admin who is a member of the workspace
 * (specification, Authentication and section 2.7). The message says which half is missing.
 */
export function refuseSettingChange(caller: Caller, context: EmulatorContext): LocalReply | undefined {
  const missing = [
    ...(caller.isAccountAdmin ? [] : ["is not an account admin"]),
    ...(caller.isMember ? [] : ["is not a member of this workspace"]),
  ];
  if (missing.length === 0) return undefined;
  return permissionDenied(
    context,
    `Only account admins can update this setting: ${caller.identity.name} ${missing.join(" and ")}.`,
  );
}
