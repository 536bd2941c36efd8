import { dirname, join } from "node:path";
import type { Json } from "../../../packages/base/json/json.ts";
import type { Problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import {
  configFileName,
  type FileValue,
  placesInConfigFile,
  readConfigFile,
  shownConfigFile,
  withFileValue,
} from "../../config-file/config-file.ts";
import type { ConfigFrom, ConfigPlace } from "../../contract/documents/declarations.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { textOf, variableOf } from "../program/program-config.ts";

/** A stack's file as it lies beside the declaration; `text` undefined where there is none. */
export interface FoundStackFile {
  readonly path: string;
  readonly text: string | undefined;
  readonly values: ReadonlyMap<string, FileValue>;
}

/**
 * The file that keeps the stack's config, beside the declaration; a mistake where it can't be read as one, and where it
 * is of another project than `-s` names.
 */
export async function findStackFile(
  invocation: Invocation,
  declarationFile: string,
): Promise<Result<FoundStackFile, UsageMistake>> {
  const found = await fileBeside(invocation, declarationFile);
  const foreign = found.ok ? await foreignFile(invocation, found.value.path) : undefined;
  return foreign === undefined ? found : err(foreign);
}

async function fileBeside(
  { settings, context }: Invocation,
  declarationFile: string,
): Promise<Result<FoundStackFile, UsageMistake>> {
  const path = join(dirname(declarationFile), configFileName(settings.stack));
  const text = await context.files.readBeside(path, declarationFile);
  if (text === undefined) return ok({ path, text, values: new Map() });
  const values = readConfigFile(text, path);
  return values.ok ? ok({ path, text, values: values.value }) : err(fileMistake(path, text, values.error));
}

/** Why the file at a path is not that of the stack: the declaration beside it is of another project than `-s` names. */
async function foreignFile({ settings, context, api }: Invocation, path: string): Promise<UsageMistake | undefined> {
  if (settings.project === undefined) return undefined;
  const { projectHere } = await import("./project-here.ts");
  const here = await projectHere({ settings: { ...settings, project: undefined }, context }, api);
  if (!here.ok || here.value === settings.project) return undefined;
  const detail =
    `${path} is of project ${here.value}, whose declaration lies here, and ${settings.project}/${settings.stack} ` +
    "is of another.";
  return { detail, hint: `Go to the declaration of ${settings.project}, or leave the project out of -s.` };
}

/**
 * The text of a stack's file with one entry changed; null takes it away. A mistake where the text can't be read.
 */
export function changedText(
  path: string,
  text: string | undefined,
  stack: string,
  key: string,
  value: FileValue | null,
): Result<string, UsageMistake> {
  const before = text === undefined ? ok(undefined) : readConfigFile(text, path);
  if (!before.ok) return err(fileMistake(path, text ?? "", before.error));
  const next = withFileValue(text, stack, key, value);
  const read = readConfigFile(next, path);
  return read.ok ? ok(next) : err(fileMistake(path, next, read.error));
}

/** What is wrong with the text of a stack's file. */
function fileMistake(path: string, text: string, problems: readonly Problem[]): UsageMistake {
  return { detail: `${path} can't be read.`, problems, sources: shown(path, text) };
}

/** What may be shown of a stack's file. */
function shown(path: string, text: string | undefined): ReadonlyMap<string, string> {
  const lines = shownConfigFile(text ?? "");
  return new Map(lines === undefined ? [] : [[path, lines]]);
}

/**
 * The same invocation with all config that is given from outside: `--config` goes before the environment, the
 * environment before the stack's file, and that before the declaration's defaults.
 */
export async function withStackConfig(
  invocation: Invocation,
  declarationFile: string,
): Promise<Result<Invocation, UsageMistake>> {
  const { settings, context } = invocation;
  const found = await fileBeside(invocation, declarationFile);
  if (!found.ok) return found;
  const { path, values } = found.value;
  if (values.size === 0) return ok(invocation);
  const config: Record<string, Json> = {};
  const configFrom: Record<string, ConfigFrom> = {};
  const configAt: Record<string, ConfigPlace> = {};
  const places = placesInConfigFile(found.value.text ?? "", path);
  const sealed: Record<string, string> = {};
  for (const [key, value] of values) {
    const said = context.environment[variableOf(key)];
    if (Object.hasOwn(settings.config, key)) continue;
    configFrom[key] = said === undefined ? "file" : "environment";
    const place = places.get(key);
    if (said === undefined && place !== undefined)
      configAt[key] = { key: place.key, value: place.value, isPlain: value.kind === "plain" };
    if (said !== undefined) config[key] = said;
    else if (value.kind === "sealed") sealed[key] = value.sealed;
    else config[key] = isWrittenAsText(value.value, place?.written) ? textOf(value.value) : value.value;
  }
  return ok({
    ...invocation,
    settings: {
      ...settings,
      config: { ...config, ...settings.config },
      sealed,
      configFrom: { ...configFrom, ...settings.configFrom },
      configAt,
      configTexts: shown(path, found.value.text),
    },
  });
}

/**
 * Whether a number or a boolean stands in the file just as a command line gives it, so that it may stand for a text as
 * well: `1.10` is another text than `1.1`.
 */
function isWrittenAsText(value: Json, written: string | undefined): boolean {
  if (value === null || typeof value === "object") return false;
  return typeof value === "string" || written === String(value);
}

/**
 * The same invocation with sealed values in the clear, for a program: it computes with what it is given, here.
 * That takes the right to reveal secrets; a mistake says what else there is to do (decision 0121).
 */
export async function withSealedOpen(invocation: Invocation): Promise<Result<Invocation, UsageMistake>> {
  const { settings } = invocation;
  const opened = await openSealed(invocation, settings.sealed);
  if (opened.ok)
    return ok({ ...invocation, settings: { ...settings, config: { ...opened.value, ...settings.config } } });
  const { detail, problems, status } = opened.error;
  const told = `The sealed values of ${configFileName(settings.stack)} can't be opened: ${detail}`;
  // The file is at fault only where what it holds was not sealed for this place.
  if (problems.length > 0 && problems.every(({ code }) => code === "invalid-config"))
    return err({ detail: told, problems });
  const way =
    status !== 403
      ? ""
      : ". A program computes with its config in the clear, so this takes the role of admin. Give the values in the " +
        `environment (${Object.keys(settings.sealed).map(variableOf).join(", ")}), or declare the stack in YAML: the ` +
        "service opens sealed values itself to plan it.";
  return err({ detail: told, failure: { ...opened.error, detail: `${told}${way}` } });
}

/** Values in the clear. What sealed them opens them: the state directory, or the server. */
export async function openSealed(
  { api, settings }: Invocation,
  sealed: Readonly<Record<string, string>>,
): Promise<Result<Readonly<Record<string, string>>, ProblemDocument>> {
  if (Object.keys(sealed).length === 0) return ok({});
  const answer = await api.call("openConfigValues", { path: { stack: settings.stack }, body: { values: sealed } });
  return answer.ok ? ok(answer.value.values) : answer;
}
