import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { nearestName } from "../../base/nearest-name.ts";
import { pointer } from "../../base/pointer.ts";
import type { Span } from "../../base/problem.ts";
import type { ConfigDeclaration, ConfigType, Declaration } from "../declare/declaration.ts";
import type { ConfigSource } from "./checked-declaration.ts";
import type { Complaints } from "./complaints.ts";

/** The environment variable that gives a config key its value. */
function variableOf(key: string): string {
  return `PLUMB_CONFIG_${key.toUpperCase().replaceAll("-", "_")}`;
}

/** What the config keys of a declaration come to. */
interface ConfigValues {
  readonly values: JsonObject;
  readonly sources: { readonly [key: string]: ConfigSource };
}

/** Where values stand in a file of their own, by config key; `isPlain`: in the clear, not sealed. */
export interface ConfigPlaces {
  readonly [key: string]: { readonly key: Span; readonly value: Span; readonly isPlain: boolean };
}

/** What is given for `config` beside the declaration. */
interface GivenConfig {
  readonly values: JsonObject;
  readonly places: ConfigPlaces;
}

/**
 * The value of every config key, and where it comes from: given beside the declaration, in the environment, or its default. Missing and misfit ones are problems;
 * of `unsound` keys, whose entries are wrong in themselves, nothing is said.
 */
export function checkConfig(
  declaration: Declaration,
  { values: given, places }: GivenConfig,
  environment: Readonly<Record<string, string | undefined>>,
  unsound: ReadonlySet<string>,
  complaints: Complaints,
): ConfigValues {
  const values: Record<string, Json> = {};
  const sources: Record<string, ConfigSource> = {};
  for (const [key, field] of Object.entries(declaration.config)) {
    const at = pointer("/config", key);
    const said = given[key] ?? environment[variableOf(key)];
    const value = said === undefined ? field.default : read(field, said);
    if (value === undefined) {
      if (unsound.has(key)) continue;
      const detail =
        said === undefined
          ? `\`${key}\` has no default and no value was given; give one with --config ${key}=... or in ${variableOf(key)}`
          : `\`${key}\` must be of type ${field.type}; the value given is not`;
      complaints.add("invalid-config", detail, { pointer: at, at: "key", span: shownPlace(field, places[key]) });
    } else {
      const place = places[key];
      if (field.secret === true && place?.isPlain === true) adviseToSeal(key, place.value, complaints);
      values[key] = value;
      sources[key] = given[key] !== undefined ? "given" : said !== undefined ? "environment" : "default";
    }
  }
  const undeclared = Object.keys(given).filter((key) => !Object.hasOwn(declaration.config, key) && !unsound.has(key));
  for (const key of undeclared) {
    const nearest = nearestName(key, Object.keys(declaration.config));
    complaints.add("invalid-config", `a value was given for \`${key}\`, which \`config\` does not declare`, {
      span: places[key]?.key,
      hint: nearest === undefined ? undefined : `did you mean \`${nearest}\`?`,
    });
  }
  return { values, sources };
}

/** The place of a value that does not fit; that of a secret is not shown, for the text there is. */
function shownPlace({ secret }: ConfigDeclaration, place: ConfigPlaces[string] | undefined): Span | undefined {
  return secret === true ? undefined : place?.value;
}

/** Says where it is in words only: with a span, the line that holds the secret would be shown. */
function adviseToSeal(key: string, { file, line, column }: Span, complaints: Complaints): void {
  const detail = `\`${key}\` is secret, and its value stands in the clear at ${file}:${line}:${column}`;
  const hint = `seal it: \`plumb config set ${key} --secret\` asks for the value and puts it in its place`;
  complaints.add("unsealed-secret", detail, { hint });
}

/** A given value as the field's type; text from a command line is read as that type. Undefined when it does not fit. */
function read(field: ConfigDeclaration, given: Json): Json | undefined {
  if (fits(field.type, given)) return given;
  if (typeof given !== "string") return undefined;
  try {
    const parsed = JSON.parse(given) as Json;
    return fits(field.type, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function fits(type: ConfigType, value: Json): boolean {
  switch (type) {
    case "string":
      return typeof value === "string";
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value);
    case "map":
      return isJsonObject(value);
  }
}
