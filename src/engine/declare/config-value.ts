import { isJsonObject, type Json } from "../../../packages/base/json/json.ts";
import type { ConfigType } from "./declaration.ts";

const tests: Readonly<Record<ConfigType, (value: Json) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number" && Number.isFinite(value),
  boolean: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
  map: (value) => isJsonObject(value),
};

/** All types that a config value can have. */
export const configTypes: readonly ConfigType[] = ["string", "integer", "number", "boolean", "list", "map"];

/** True when a value has the type that its config key declares. */
export function fitsConfigType(value: Json, type: ConfigType): boolean {
  return tests[type](value);
}
