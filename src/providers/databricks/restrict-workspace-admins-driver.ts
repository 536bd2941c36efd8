import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { databricksPaths } from "../../../packages/vendor-wire/databricks/paths.ts";
import {
  defaultSettingStatus,
  settingMask,
  settingName,
  type UpdateSettingRequest,
} from "../../../packages/vendor-wire/databricks/restrict-workspace-admins-setting.ts";
import { findWrongType } from "../../definitions/schema/checks/wrong-type.ts";
import type { ObjectSchema } from "../../definitions/schema/schema.ts";
import type { Change, Observation, ReadOutcome, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import { wireCall } from "./wire-call.ts";

/** The importable id: there is one such setting in a workspace. */
const settingId = "global";
const path = databricksPaths.restrictWorkspaceAdmins;

/**
 * Reads the setting, at least as fresh as the version that is known. It is always there: a workspace where it was
 * never written shows the default, or answers 404 with the etag to write it under.
 */
export async function readSetting(exchange: Exchange, target: Target): Promise<ReadOutcome> {
  const query = target.atLeast === undefined ? {} : { query: { etag: target.atLeast } };
  const answer = await wireCall(exchange, target.provider, { method: "GET", path, ...query });
  if (answer.kind === "absent" && answer.etag !== undefined) {
    return { kind: "done", observation: observationOf(defaultSettingStatus, answer.etag) };
  }
  if (answer.kind === "absent") return { ...answer, version: null, displaces: [] };
  if (answer.kind !== "answer") return answer;
  const observation = observed(answer.body);
  if (observation !== undefined) return { kind: "done", observation };
  const wrong = findWrongType(settingSchema, answer.body);
  const why = wrong === undefined ? "the answer holds no status of the setting" : `the setting can't be read: ${wrong}`;
  return { kind: "unavailable", detail: why, retryAfterMs: null };
}

/** Create and update are the same call: the wire knows no setting that does not exist. */
export async function writeSetting(exchange: Exchange, change: Change): Promise<WriteOutcome> {
  const message = change.inputs["restrictWorkspaceAdmins"];
  const status = isJsonObject(message) ? message["status"] : undefined;
  if (typeof status !== "string") {
    return { kind: "invalid", detail: "restrictWorkspaceAdmins.status has no value", code: null };
  }
  const etag = demandedVersion(change);
  const body: UpdateSettingRequest = {
    allow_missing: true,
    // The narrow mask leaves the message's other fields to whoever governs them.
    field_mask: settingMask.status,
    setting: {
      ...(etag === null ? {} : { etag }),
      setting_name: settingName,
      restrict_workspace_admins: { status },
    },
  };
  const answer = await wireCall(exchange, change.target.provider, { method: "PATCH", path, body });
  return answer.kind === "answer" ? { kind: "done", observation: observed(answer.body) ?? null } : answer;
}

/** Deletes the setting: it reverts to the default, `ALLOW_ALL`. */
export async function deleteSetting(exchange: Exchange, change: Change): Promise<WriteOutcome> {
  const etag = demandedVersion(change);
  const answer = await wireCall(exchange, change.target.provider, {
    method: "DELETE",
    path,
    ...(etag === null ? {} : { query: { etag } }),
  });
  return answer.kind === "answer" ? { kind: "done", observation: null } : answer;
}

/** The version that a call demands: the declared one, or the one that was seen. */
export function demandedVersion({ operation, inputs, condition, prior }: Change): string | null {
  const declared = operation === "delete" ? null : inputs["etag"];
  return typeof declared === "string" && declared !== "" ? declared : (condition ?? prior?.version ?? null);
}

/** Of which type each member of the answer is that we read. */
const settingSchema: ObjectSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    etag: { type: "string" },
    setting_name: { type: "string" },
    restrict_workspace_admins: {
      type: "object",
      additionalProperties: false,
      properties: { status: { type: "string" } },
    },
  },
};

/** The setting in the specification's words; undefined when the answer is no setting. */
function observed(body: JsonObject): Observation | undefined {
  if (findWrongType(settingSchema, body) !== undefined) return undefined;
  const message = body["restrict_workspace_admins"];
  const status = isJsonObject(message) ? message["status"] : undefined;
  if (typeof status !== "string") return undefined;
  return observationOf(status, typeof body["etag"] === "string" ? body["etag"] : null, body["setting_name"]);
}

function observationOf(status: string, etag: string | null, name: Json = settingName): Observation {
  return {
    outputs: {
      restrictWorkspaceAdmins: { status },
      etag,
      settingName: name,
      id: settingId,
    },
    version: etag,
    deleted: false,
    displaces: [],
  };
}
