import type { JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { jobLevels } from "../../../vendor-wire/databricks/job-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import type { Grant } from "../access/access-control.ts";
import type { Caller } from "../identities/caller.ts";
import { findIdentity, groupNamesOf } from "../identities/directory.ts";
import { type Identity, reference, splitReference } from "../identities/identity.ts";

/**
 * A job: its settings less `run_as`, whom it runs as where that was said (else its owner), and its direct permissions.
 */
export type Job = {
  readonly job_id: number;
  readonly creator_user_name: string;
  readonly created_time: number;
  readonly settings: JsonObject;
  readonly runAs: string | null;
  readonly grants: readonly Grant[];
};

const collection = "job";
const jobs = documentCodec<Job>();

/** The vendor's ids are long numbers; these start high so that they are not taken for positions. */
const firstId = 100_000_000_000_000;

export function nextJobId(context: EmulatorContext): number {
  return firstId + context.next();
}

export function findJob(context: EmulatorContext, id: string): Job | undefined {
  const stored = context.documents.get(collection, id);
  return stored && jobs.read(stored);
}

/** Oldest first: ids have one length. */
export function listJobs(context: EmulatorContext): readonly Job[] {
  return context.documents.list(collection).map(({ document }) => jobs.read(document));
}

export function storeJob(context: EmulatorContext, job: Job): void {
  context.documents.put(collection, String(job.job_id), job);
}

export function removeJob(context: EmulatorContext, job: Job): void {
  context.documents.delete(collection, String(job.job_id));
}

/** The reference of the one owner. */
export function ownerOf(grants: readonly Grant[]): string | undefined {
  return grants.find(({ level }) => level === "IS_OWNER")?.principal;
}

/** Whom the job runs as: what was set, else its owner. */
export function runAsOf(job: Job): string {
  return job.runAs ?? ownerOf(job.grants) ?? reference("users", job.creator_user_name);
}

/** The job as `jobs/get` shows it. `run_as` is not among the settings: `run_as_user_name` tells. */
export function jobOnWire(job: Job, context: EmulatorContext): JsonObject {
  const { job_id, creator_user_name, created_time, settings } = job;
  return { job_id, creator_user_name, run_as_user_name: nameOf(runAsOf(job), context), created_time, settings };
}

function nameOf(ref: string, context: EmulatorContext): string {
  const [kind, name] = splitReference(ref);
  return (kind === undefined ? undefined : findIdentity(context, kind, name))?.name ?? name;
}

/** The highest level that a caller has on a job, directly, through a group or as an admin; null for none. */
export function levelOf(context: EmulatorContext, job: Job, caller: Caller): keyof typeof jobLevels | null {
  const order = Object.keys(jobLevels) as (keyof typeof jobLevels)[];
  const own = referencesOf(context, caller.identity);
  const direct = job.grants.filter(({ principal }) => own.has(principal)).map(({ level }) => level);
  const levels = caller.isWorkspaceAdmin ? [...direct, "CAN_MANAGE"] : direct;
  return order.findLast((level) => levels.includes(level)) ?? null;
}

export function managesJob(context: EmulatorContext, job: Job, caller: Caller): boolean {
  const level = levelOf(context, job, caller);
  return level === "CAN_MANAGE" || level === "IS_OWNER";
}

function referencesOf(context: EmulatorContext, identity: Identity): ReadonlySet<string> {
  const groups = groupNamesOf(context, identity).map((name) => reference("groups", name));
  return new Set([reference(identity.kind, identity.name), ...groups]);
}
