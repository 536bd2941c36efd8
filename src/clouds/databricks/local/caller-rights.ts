import type { LocalReply, Principal, World } from "../../ground/local-vendor.ts";
import { permissionDenied, unauthenticated } from "./replies.ts";

/** Refuses who can't enter the workspace at all; being an account admin does not make anybody a member. */
export function refuseStranger(caller: Principal | null, world: World): LocalReply | undefined {
  if (caller === null) return unauthenticated(world);
  if (caller.workspaceMember) return undefined;
  return permissionDenied(world, `User ${caller.name} is not a member of this workspace.`);
}

/**
 * Refuses who may not change the setting: it takes an account admin who is a member of the workspace
 * (specification, Authentication and section 2.7). The message says which half is missing.
 */
export function refuseChange(caller: Principal | null, world: World): LocalReply | undefined {
  if (caller === null) return unauthenticated(world);
  if (caller.accountAdmin && caller.workspaceMember) return undefined;
  const missing = [
    ...(caller.accountAdmin ? [] : ["is not an account admin"]),
    ...(caller.workspaceMember ? [] : ["is not a member of this workspace"]),
  ];
  return permissionDenied(
    world,
    `Only account admins can update this setting: ${caller.name} ${missing.join(" and ")}.`,
  );
}
