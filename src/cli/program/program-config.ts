import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";

/**
 * The config values for a program's declaration: what the command line gives, else what the environment gives for a key
 * that is declared. The program has read both, so a service elsewhere must get both.
 */
export function configOf(
  declaration: JsonObject,
  given: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): JsonObject {
  const { config } = declaration;
  const found = Object.keys(isJsonObject(config) ? config : {}).flatMap((key): [string, string][] => {
    const value = environment[variableOf(key)];
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(found), ...given };
}

/** A config value as the text that a command line would give. */
export function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The environment variable that gives a config key its value. */
export function variableOf(key: string): string {
  return `PLUMB_CONFIG_${key.toUpperCase().replaceAll("-", "_")}`;
}

/** Whether a declaration has a config key. */
export function declares({ config }: JsonObject, key: string): boolean {
  return isJsonObject(config) && Object.hasOwn(config, key);
}
