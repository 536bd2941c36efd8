import { isJsonObject } from "../../../base/json/json.ts";
import { jobLevels, permissionPaths } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import { type Grant, grantsOnWire } from "../access/access-control.ts";
import { levelsOnWire } from "../access/permission-replies.ts";
import { notFound, permissionDenied, reply } from "../replies.ts";
import { type AuthenticatedCall, workspaceRoute } from "../routes.ts";
import { readJobGrants } from "./job-governance.ts";
import { findJob, type Job, managesJob, storeJob } from "./jobs.ts";

/** Whose a job is, and who else may do what with it: for those who manage it. */
export const jobPermissionRoutes: readonly LocalRoute[] = [
  workspaceRoute("GET", permissionPaths.job, (call, context) =>
    withManagedJob(call, context, (job) => shown(job, context)),
  ),
  workspaceRoute("PUT", permissionPaths.job, (call, context) => change(call, context, () => [])),
  workspaceRoute("PATCH", permissionPaths.job, (call, context) => change(call, context, (job) => job.grants)),
  workspaceRoute("GET", permissionPaths.jobLevels, (call, context) =>
    withManagedJob(call, context, () => reply(context, 200, levelsOnWire(jobLevels))),
  ),
];

function change(call: AuthenticatedCall, context: EmulatorContext, keptOf: (job: Job) => readonly Grant[]): LocalReply {
  return withManagedJob(call, context, (job) => {
    const body = isJsonObject(call.request.body) ? call.request.body : {};
    const kept = keptOf(job);
    const grants = readJobGrants(body["access_control_list"], { present: job.grants, kept }, call.caller, context);
    if (!grants.ok) return grants.error;
    const changed = { ...job, grants: grants.value };
    storeJob(context, changed);
    context.wrote("update", `permissions/jobs/${job.job_id}`);
    return shown(changed, context);
  });
}

/** Unlike the jobs API, this one calls a missing job missing. */
function withManagedJob(
  { params, caller }: AuthenticatedCall,
  context: EmulatorContext,
  handle: (job: Job) => LocalReply,
): LocalReply {
  const job = findJob(context, params["job_id"] ?? "");
  if (job === undefined) return notFound(context, `Job ${params["job_id"]} does not exist.`);
  if (managesJob(context, job, caller)) return handle(job);
  return permissionDenied(
    context,
    `User ${caller.identity.name} does not have Manage permissions on job ${job.job_id}.`,
  );
}

function shown(job: Job, context: EmulatorContext): LocalReply {
  return reply(context, 200, {
    object_id: `/jobs/${job.job_id}`,
    object_type: "job",
    access_control_list: grantsOnWire(job.grants, { root: "/jobs/", adminsLevel: "CAN_MANAGE" }, context),
  });
}
