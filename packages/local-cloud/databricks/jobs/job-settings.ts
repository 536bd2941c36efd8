import { isJsonObject, type Json, type JsonObject } from "../../../base/json/json.ts";

/** What a job has where nothing else is said. */
const defaults: JsonObject = { name: "Untitled", max_concurrent_runs: 1, timeout_seconds: 0, format: "MULTI_TASK" };

/** Lists that an update merges, and what tells their elements apart. */
const listKeys: Readonly<Record<string, string>> = {
  tasks: "task_key",
  job_clusters: "job_cluster_key",
  parameters: "name",
  environments: "environment_key",
};

/** The settings of a new or overwritten job. */
export function freshSettings(sent: JsonObject): JsonObject {
  return { ...defaults, ...sent };
}

/**
 * The settings after an update: lists are merged by their elements' key, every other member is replaced as a whole.
 * `fieldsToRemove` are names of members, or `tasks/<task_key>` for an element of a list. Taking `run_as` away has no
 * effect: the platform keeps whom the job runs as.
 */
export function updatedSettings(present: JsonObject, sent: JsonObject, fieldsToRemove: readonly string[]): JsonObject {
  const merged: Record<string, Json> = { ...present };
  for (const [name, value] of Object.entries(sent)) {
    const key = listKeys[name];
    merged[name] = key === undefined ? value : mergedList(merged[name], value, key);
  }
  for (const field of fieldsToRemove) {
    const [name = "", element] = field.split("/");
    const key = listKeys[name];
    if (element === undefined || key === undefined) delete merged[name];
    else merged[name] = elements(merged[name]).filter((each) => !isJsonObject(each) || each[key] !== element);
  }
  return { ...defaults, ...merged };
}

function mergedList(present: Json | undefined, sent: Json, key: string): Json {
  const keyOf = (each: Json) => (isJsonObject(each) ? each[key] : undefined);
  const named = new Set(elements(sent).map(keyOf));
  return [...elements(present).filter((each) => !named.has(keyOf(each))), ...elements(sent)];
}

function elements(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
