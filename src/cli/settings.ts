import type { JsonObject } from "../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import type { ConfigFrom, ConfigPlace } from "../contract/documents/declarations.ts";
import { type ParsedArguments, parsePairs, type UsageMistake } from "./arguments.ts";
import { milliseconds } from "./duration-option.ts";
import { serverOf } from "./global-options.ts";
import { showsColor } from "./terminal.ts";

/** The declaration where none is named. */
export const defaultFile = "plumb.yaml";

/** The global options, read and with their defaults. */
export interface Settings {
  readonly file: string;
  /** Whether the file was named, rather than the default. */
  readonly fileGiven: boolean;
  /** Name of the stack within its project. */
  readonly stack: string;
  readonly stackGiven: boolean;
  /** The project that `-s PROJECT/STACK` names. */
  readonly project: string | undefined;
  /** As text, in which any type may be written; lists, maps and odd numbers of the stack's file as they are there. */
  readonly config: JsonObject;
  /** By config key, what of the stack's file is sealed: it goes to the service as it is. */
  readonly sealed: Readonly<Record<string, string>>;
  /** Where each of them comes from. */
  readonly configFrom: Readonly<Record<string, ConfigFrom>>;
  /** Where those of the stack's file stand in it, and the file's text by its name. */
  readonly configAt: Readonly<Record<string, ConfigPlace>>;
  readonly configTexts: ReadonlyMap<string, string>;
  /** Environment variables that a program gets although they may be secrets. */
  readonly programEnvironment: readonly string[];
  readonly provider: string | undefined;
  readonly parallel: number | undefined;
  readonly retryForMs: number | undefined;
  readonly server: string | undefined;
  readonly json: boolean;
  readonly color: boolean;
}

/** A run that waits longer is better started later. */
const longestRetryMs = 86_400_000;

/** Reads the global options of a parsed command line; `--no-color` turns colors off, as the environment may. */
export function readSettings(
  parsed: ParsedArguments,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Settings, UsageMistake> {
  const value = (name: string): string | undefined => parsed.values.get(name)?.[0];
  const config = parsePairs(parsed.values.get("config") ?? [], "--config");
  if (!config.ok) return config;
  const parallel = wholeNumber(value("parallel"), "--parallel", 1, 1024);
  if (!parallel.ok) return parallel;
  const retryFor = value("retry-for");
  const retryForMs = retryFor === undefined ? undefined : milliseconds(retryFor);
  if (retryFor !== undefined && (retryForMs === undefined || retryForMs > longestRetryMs))
    return err({ detail: "--retry-for takes a time of at most 24 hours, for example 30s, 10m or 1h." });
  const variables = variablesThere(parsed.values.get("env") ?? [], environment);
  if (!variables.ok) return variables;
  const server = serverIn(value("server") ?? serverOf(environment), value("server") === undefined);
  if (!server.ok) return server;
  const file = value("file");
  const named = stackIn(value("stack"));
  if (!named.ok) return named;
  return ok({
    file: file ?? defaultFile,
    fileGiven: file !== undefined,
    ...named.value,
    config: config.value,
    sealed: {},
    configFrom: Object.fromEntries(Object.keys(config.value).map((key) => [key, "option"])),
    configAt: {},
    configTexts: new Map(),
    programEnvironment: variables.value,
    provider: value("provider"),
    parallel: parallel.value,
    retryForMs,
    server: server.value,
    json: parsed.flags.has("json"),
    color: !parsed.flags.has("no-color") && showsColor(environment),
  });
}

/** What `-s` names: STACK, or PROJECT/STACK. */
function stackIn(given: string | undefined): Result<Pick<Settings, "stack" | "stackGiven" | "project">, UsageMistake> {
  if (given === undefined) return ok({ stack: "dev", stackGiven: false, project: undefined });
  const parts = given.split("/");
  const stack = parts.at(-1) ?? "";
  const project = parts.length === 1 ? undefined : parts[0];
  if (stack === "" || project === "" || parts.length > 2)
    return err({ detail: `-s takes STACK or PROJECT/STACK, not ${JSON.stringify(given)}.` });
  return ok({ stack, stackGiven: true, project });
}

/** What `--server` or PLUMB_SERVER names: an address that requests can be sent to. */
function serverIn(given: string | undefined, isOfEnvironment: boolean): Result<string | undefined, UsageMistake> {
  const named = isOfEnvironment ? "PLUMB_SERVER" : "--server";
  const url = given === undefined ? null : URL.parse(given);
  if (given === undefined) return ok(given);
  if (url?.protocol === "https:" || url?.protocol === "http:") {
    if (url.username === "" && url.password === "") return ok(given);
    const hint = "Sign in with `plumb login --server URL`, or set PLUMB_TOKEN.";
    return err({ detail: `${named} takes an address without a name and a password in it.`, hint });
  }
  const detail = `${named} takes an address like https://plumb.example, not ${JSON.stringify(given)}.`;
  const whole = `${/^(localhost|127\.|\[::1])/.test(given) ? "http" : "https"}://${given}`;
  const isHost = /^[\w.-]+(:\d+)?(\/.*)?$/.test(given) && URL.canParse(whole);
  return err(isHost ? { detail, hint: `Did you mean ${whole}?` } : { detail });
}

/** The names, where the environment has each of them. */
function variablesThere(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Result<readonly string[], UsageMistake> {
  for (const name of names) {
    const [bare] = name.split("=", 1);
    if (bare !== name)
      return err({ detail: `--env takes the name of an environment variable and no value: --env ${bare}.` });
    if (!Object.hasOwn(environment, name))
      return err({ detail: `The environment variable ${name}, which --env names, is not set.` });
  }
  return ok(names);
}

/** A whole number between bounds (inclusive), or undefined where the option was not given. */
export function wholeNumber(
  text: string | undefined,
  label: string,
  least: number,
  most: number,
): Result<number | undefined, UsageMistake> {
  if (text === undefined) return ok(undefined);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return ok(number);
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} on` : `${least} to ${most}`;
  return err({ detail: `${label} takes a whole number from ${range}, not ${JSON.stringify(text)}.` });
}
