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
  workspaceRoute("GET", permissionPaths.job, (call, world) => withManagedJob(call, world, (job) => shown(job, world))),
  workspaceRoute("PUT", permissionPaths.job, (call, world) => change(call, world, () => [])),
  workspaceRoute("PATCH", permissionPaths.job, (call, world) => change(call, world, (job) => job.grants)),
  workspaceRoute("GET", permissionPaths.jobLevels, (call, world) =>
    withManagedJob(call, world, () => reply(world, 200, levelsOnWire(jobLevels))),
  ),
];

function change(call: AuthenticatedCall, world: EmulatorContext, keptOf: (job: Job) => readonly Grant[]): LocalReply {
  return withManagedJob(call, world, (job) => {
    const body = isJsonObject(call.request.body) ? call.request.body : {};
    const kept = keptOf(job);
    const grants = readJobGrants(body["access_control_list"], { present: job.grants, kept }, call.caller, world);
    if (!grants.ok) return grants.error;
    const changed = { ...job, grants: grants.value };
    storeJob(world, changed);
    world.wrote("update", `permissions/jobs/${job.job_id}`);
    return shown(changed, world);
  });
}

/** Unlike the jobs API, this one calls a missing job missing. */
function withManagedJob(
  { params, caller }: AuthenticatedCall,
  world: EmulatorContext,
  handle: (job: Job) => LocalReply,
): LocalReply {
  const job = findJob(world, params["job_id"] ?? "");
  if (job === undefined) return notFound(world, `Job ${params["job_id"]} does not exist.`);
  if (managesJob(world, job, caller)) return handle(job);
  return permissionDenied(world, `User ${caller.identity.name} does not have Manage permissions on job ${job.job_id}.`);
}

function shown(job: Job, world: EmulatorContext): LocalReply {
  return reply(world, 200, {
    object_id: `/jobs/${job.job_id}`,
    object_type: "job",
    access_control_list: grantsOnWire(job.grants, { root: "/jobs/", adminsLevel: "CAN_MANAGE" }, world),
  });
}
