import { isJsonObject, type Json } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import { jobLevels } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { type Grant, readGrants, readPrincipal } from "../access/access-control.ts";
import { refuseComplaint } from "../access/permission-replies.ts";
import { isServicePrincipalUser } from "../access/rule-sets.ts";
import type { Caller } from "../identities/caller.ts";
import { findIdentity, groupNamesOf } from "../identities/directory.ts";
import { type Identity, referenceOf, splitReference } from "../identities/identity.ts";
import { errorReply, invalidParameter, permissionDenied } from "../replies.ts";
import { mayGiveJob, mayRunAs, type RunAsTarget } from "../settings/admin-restriction.ts";
import { settingStatus } from "../settings/workspace-setting.ts";
import { ownerOf } from "./jobs.ts";

/**
 * Whom a job is to run as from now on, as a reference. `present` is whom it runs as already: to say that again changes
 * nothing and so needs no right beyond that to change the job.
 */
export function readRunAs(
  runAs: Json,
  present: string,
  caller: Caller,
  context: EmulatorContext,
): Result<string, LocalReply> {
  if (!isJsonObject(runAs)) return err(invalidParameter(context, "run_as must be an object."));
  const principal = readPrincipal(runAs, context);
  if (!principal.ok) return err(invalidParameter(context, principal.error.message));
  const wanted = referenceOf(principal.value);
  if (wanted === present) return ok(wanted);
  if (!principal.value.active) {
    return err(errorReply(context, 400, "INVALID_PARAMETER_VALUE", `${principal.value.name} is not active.`));
  }
  const requester = { isWorkspaceAdmin: caller.isWorkspaceAdmin, managesJob: true };
  if (mayRunAs(settingStatus(context), requester, seenFrom(caller, principal.value, context))) return ok(wanted);
  return err(permissionDenied(context, `${caller.identity.name} may not set run_as to ${principal.value.name}.`));
}

function seenFrom(caller: Caller, target: Identity, context: EmulatorContext): RunAsTarget {
  const isSelf = referenceOf(target) === caller.reference;
  switch (target.kind) {
    case "users":
      return { kind: "users", isSelf };
    case "servicePrincipals":
      return { kind: target.kind, isSelf, isUserOfIt: isServicePrincipalUser(context, caller.identity, target.name) };
    case "groups":
      return { kind: "groups", isMember: groupNamesOf(context, caller.identity).includes(target.name) };
  }
}

/**
 * A job's direct permissions after a change by somebody who manages it. `present` are those it has, `kept` those of
 * them that stay unless the list names their principal again: all of them for a merge, none for a replacement. A new
 * owner takes the place of the one before.
 */
export function readJobGrants(
  list: Json | undefined,
  { present, kept }: { readonly present: readonly Grant[]; readonly kept: readonly Grant[] },
  caller: Caller,
  context: EmulatorContext,
): Result<readonly Grant[], LocalReply> {
  const sent = readGrants(list, Object.keys(jobLevels), context);
  if (!sent.ok) return err(refuseComplaint(sent.error, context));
  const isReplaced = ownerOf(sent.value) !== undefined;
  const named = new Set(sent.value.map(({ principal }) => principal));
  const staying = kept.filter(({ principal, level }) => !named.has(principal) && !(isReplaced && level === "IS_OWNER"));
  const grants = [...staying, ...sent.value];
  const owners = grants.filter(({ level }) => level === "IS_OWNER");
  const [owner] = owners;
  if (owner === undefined || owners.length > 1) {
    return err(invalidParameter(context, "The job must have exactly one owner."));
  }
  if (owner.principal === ownerOf(present)) return ok(grants);
  const [kind, name] = splitReference(owner.principal);
  const target = kind === undefined ? undefined : findIdentity(context, kind, name);
  const seen = target === undefined ? undefined : seenFrom(caller, target, context);
  if (seen === undefined || seen.kind === "groups") return err(invalidParameter(context, "A group can't own a job."));
  const requester = { isWorkspaceAdmin: caller.isWorkspaceAdmin, managesJob: true };
  if (mayGiveJob(settingStatus(context), requester, seen)) return ok(grants);
  return err(permissionDenied(context, `${caller.identity.name} may not make ${name} the job's owner.`));
}
