import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";
import { jobPaths, jobVersions } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext, LocalReply, LocalRoute } from "../../runtime/local-vendor.ts";
import type { Grant } from "../access/access-control.ts";
import { invalidParameter, malformedRequest, permissionDenied, reply } from "../replies.ts";
import { type AuthenticatedCall, noSuchEndpoint, workspaceRoute } from "../routes.ts";
import { readJobGrants, readRunAs } from "./job-governance.ts";
import { freshSettings, updatedSettings } from "./job-settings.ts";
import {
  findJob,
  type Job,
  jobOnWire,
  levelOf,
  listJobs,
  managesJob,
  nextJobId,
  removeJob,
  runAsOf,
  storeJob,
} from "./jobs.ts";
import { readJobSettings } from "./read-job-settings.ts";

/** Jobs 2.1 and 2.2, as far as whom they belong to and whom they run as. Nothing runs here. */
export const jobRoutes: readonly LocalRoute[] = [
  jobRoute("POST", jobPaths.create, createJob),
  jobRoute("GET", jobPaths.get, ({ request, caller }, context) =>
    withJob(request.query.get("job_id"), context, (job) => {
      if (levelOf(context, job, caller) === null) return denied(caller.identity.name, "view", job, context);
      return reply(context, 200, jobOnWire(job, context));
    }),
  ),
  jobRoute("GET", jobPaths.list, listed),
  jobRoute("POST", jobPaths.update, (call, context) =>
    changeJob(call, context, (job, sent, fieldsToRemove) => updatedSettings(job.settings, sent, fieldsToRemove)),
  ),
  jobRoute("POST", jobPaths.reset, (call, context) => {
    if (isNothing(bodyOf(call)["new_settings"])) return invalidParameter(context, "new_settings is required.");
    return changeJob(call, context, (_job, sent) => freshSettings(sent));
  }),
  jobRoute("POST", jobPaths.delete, (call, context) =>
    withJob(bodyOf(call)["job_id"], context, (job) => {
      if (!managesJob(context, job, call.caller)) return denied(call.caller.identity.name, "delete", job, context);
      removeJob(context, job);
      context.wrote("delete", `jobs/${job.job_id}`);
      return reply(context, 200, {});
    }),
  ),
];

function jobRoute(
  method: string,
  template: string,
  handle: (call: AuthenticatedCall, context: EmulatorContext) => LocalReply,
): LocalRoute {
  return workspaceRoute(method, template, (call, context) => {
    if (!jobVersions.includes(call.params["version"] ?? "")) return noSuchEndpoint(call.request, context);
    const { body } = call.request;
    if (body === undefined || isJsonObject(body)) return handle(call, context);
    return malformedRequest(context, couldNotParse("the body must be an object"));
  });
}

/** Who creates a job owns it and is whom it runs as, unless the request says otherwise and may. */
function createJob(call: AuthenticatedCall, context: EmulatorContext): LocalReply {
  const { caller } = call;
  const body = bodyOf(call);
  const settings = readJobSettings(body, context);
  if (!settings.ok) return settings.error;
  const own: readonly Grant[] = [{ principal: caller.reference, level: "IS_OWNER" }];
  const grants = readJobGrants(body["access_control_list"], { present: own, kept: own }, caller, context);
  if (!grants.ok) return grants.error;
  const runAs = isNothing(body["run_as"]) ? undefined : readRunAs(body["run_as"], caller.reference, caller, context);
  if (runAs?.ok === false) return runAs.error;
  const job: Job = {
    job_id: nextJobId(context),
    creator_user_name: caller.identity.name,
    created_time: context.now(),
    settings: freshSettings(settings.value),
    runAs: runAs?.value ?? null,
    grants: grants.value,
  };
  storeJob(context, job);
  context.wrote("create", `jobs/${job.job_id}`);
  return reply(context, 200, { job_id: job.job_id });
}

function changeJob(
  call: AuthenticatedCall,
  context: EmulatorContext,
  settingsOf: (job: Job, sent: JsonObject, fieldsToRemove: readonly string[]) => JsonObject,
): LocalReply {
  const { caller } = call;
  const body = bodyOf(call);
  const given = body["new_settings"] ?? {};
  if (!isJsonObject(given)) return malformedRequest(context, couldNotParse("new_settings must be an object"));
  const fields = body["fields_to_remove"] ?? [];
  if (!Array.isArray(fields) || fields.some((each) => typeof each !== "string")) {
    return malformedRequest(context, couldNotParse("fields_to_remove must be a list of strings"));
  }
  const settings = readJobSettings(given, context);
  if (!settings.ok) return settings.error;
  return withJob(body["job_id"], context, (job) => {
    if (!managesJob(context, job, caller)) return denied(caller.identity.name, "manage", job, context);
    const runAs = isNothing(given["run_as"]) ? undefined : readRunAs(given["run_as"], runAsOf(job), caller, context);
    if (runAs?.ok === false) return runAs.error;
    storeJob(context, { ...job, settings: settingsOf(job, settings.value, fields), runAs: runAs?.value ?? job.runAs });
    context.wrote("update", `jobs/${job.job_id}`);
    return reply(context, 200, {});
  });
}

/** Newest first, `limit` (1 to 100, default 20) at a time; tasks only with `expand_tasks=true`. */
function listed({ request, caller }: AuthenticatedCall, context: EmulatorContext): LocalReply {
  const { query } = request;
  const limit = Number(query.get("limit") ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    return invalidParameter(context, "limit must be from 1 to 100.");
  }
  const token = query.get("page_token") ?? query.get("offset") ?? "";
  const start = Number(token === "" ? 0 : token);
  if (!Number.isInteger(start) || start < 0) return invalidParameter(context, "page_token is not one of this list.");
  const name = query.get("name")?.toLowerCase();
  const all = listJobs(context)
    .toReversed()
    .filter((job) => levelOf(context, job, caller) !== null)
    .filter((job) => name === undefined || String(job.settings["name"]).toLowerCase() === name);
  const hasMore = start + limit < all.length;
  const jobs = all.slice(start, start + limit).map((job) => {
    const { tasks: _tasks, ...settings } = job.settings;
    const { run_as_user_name: _runAs, ...shown } = jobOnWire(job, context);
    return query.get("expand_tasks") === "true" ? shown : { ...shown, settings };
  });
  return reply(context, 200, {
    ...(jobs.length === 0 ? {} : { jobs }),
    has_more: hasMore,
    ...(hasMore ? { next_page_token: String(start + limit) } : {}),
    ...(start > 0 ? { prev_page_token: String(Math.max(0, start - limit)) } : {}),
  });
}

/** A job that is not there is an invalid parameter to this API, not a missing object. */
function withJob(id: Json | undefined, context: EmulatorContext, handle: (job: Job) => LocalReply): LocalReply {
  if (isNothing(id)) return invalidParameter(context, "job_id is required.");
  if (!/^-?\d+$/.test(String(id))) return malformedRequest(context, couldNotParse("job_id must be an integer"));
  const job = findJob(context, String(id));
  return job === undefined ? invalidParameter(context, `Job ${id} does not exist.`) : handle(job);
}

function denied(name: string, what: string, job: Job, context: EmulatorContext): LocalReply {
  return permissionDenied(context, `User ${name} does not have permission to ${what} job ${job.job_id}.`);
}

function bodyOf({ request }: AuthenticatedCall): JsonObject {
  return isJsonObject(request.body) ? request.body : {};
}

function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}

function couldNotParse(why: string): string {
  return `Could not parse request object: ${why}.`;
}
