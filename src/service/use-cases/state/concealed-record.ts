import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import { concealSecrets } from "../../../definitions/schema/secret-values.ts";

/**
 * A record of a state as whoever may not reveal secrets sees it: without its secrets, and without the digests of what
 * holds them, by which one could tell that a secret has a value which it had before. The very same record where there
 * is none.
 */
export function concealRecord(record: JsonObject): JsonObject {
  const shown = concealSecrets(record);
  if (shown === record) return record;
  const { observed, provider } = shown;
  const isOpen = !isJsonObject(record["provider"]) || concealSecrets(record["provider"]) === record["provider"];
  return {
    ...shown,
    ...(isJsonObject(observed) ? { observed: without(observed, "digest", "before") } : {}),
    ...(isOpen || !isJsonObject(provider) ? {} : { provider: without(provider, "configDigest") }),
  };
}

function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
