import { ownMember } from "../../../../packages/base/json/json.ts";
import { pointer } from "../../../../packages/base/json/pointer.ts";
import { nearestName } from "../../../../packages/base/nearest-name.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { FileValue } from "../../../config-file/config-file.ts";
import type { ProblemDocument } from "../../../contract/documents/problems.ts";
import type { UsageMistake } from "../../arguments.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { changedText, findStackFile } from "../../declarations/stack-config.ts";
import { declarationFile } from "../../declarations/which-declaration.ts";
import { isProgram } from "../../program/program-file.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { knownStack } from "../../stacks/known-stack.ts";
import { stackLabel } from "../../stacks/stack-label.ts";

export const configSet: Command = {
  positionals: [{ name: "KEY" }, { name: "VALUE", optional: true }],
  options: [
    {
      name: "secret",
      summary: "seal the value; keys that YAML marks as secret, or that are sealed, are sealed anyhow",
    },
  ],
  description:
    "Keeps a config value of the stack in plumb.STACK.yaml, beside the declaration. " +
    "--config and PLUMB_CONFIG_* go before it, the declaration's default comes after it. " +
    "Without VALUE it is asked for, and a secret is not shown as it is typed; " +
    "from a file or a pipe all of stdin is the value, without its last newline. " +
    "Both keep a secret out of the shell's history. A secret is sealed for this key of this stack under the key of " +
    "the store here, with --server of the server's store: whoever works on that store with its key can open it, " +
    "such as other services, and no other.",
  examples: [
    { line: "plumb config set region europe-west1", meaning: "for stack dev" },
    { line: "plumb config set password --secret -s prod", meaning: "asks for the value, and seals it" },
    { line: "plumb config set password --secret < password.txt", meaning: "the value is what the file holds" },
  ],
  run: async (invocation) => {
    const [key = "", given] = invocation.arguments.positionals;
    const { settings, context, people } = invocation;
    const file = await declarationFile(invocation);
    const found = await findStackFile(invocation, file);
    if (!found.ok) return reportMistake(invocation, found.error);
    const { path, text } = found.value;
    const known = text === undefined ? await knownStack(invocation) : ok(undefined);
    if (!known.ok) return reportFailure(invocation, known.error);
    const declared = await declaredKey(invocation, file, key);
    if (!declared.ok) return reportMistake(invocation, declared.error);
    const isSealed = invocation.arguments.flags.has("secret");
    if (isSealed && declared.value?.secret === false) return reportMistake(invocation, notSecret(file, key));
    // A program is not run to tell; what was sealed is not put in the clear by leaving an option out.
    const wasSealed = declared.value === undefined && found.value.values.get(key)?.kind === "sealed";
    const isSecret = declared.value?.secret === true || isSealed || wasSealed;
    const value = given ?? (await askedValue(invocation, key, isSecret));
    if (value === undefined) {
      return reportMistake(invocation, { detail: "There is no value.", hint: "Give it as VALUE, or on stdin." });
    }
    const fits = await fitsDeclared(invocation, declared.value, key, value);
    if (!fits.ok) return reportMistake(invocation, fits.error);
    const kept = await keptValue(invocation, key, value, isSecret);
    if (!kept.ok) return reportFailure(invocation, kept.error);
    const { value: entry } = kept;
    const changed = await context.files.change(path, (now) => changedText(path, now, settings.stack, key, entry));
    if (!changed.ok) return reportMistake(invocation, changed.error);
    if (settings.json)
      printJson(invocation, { stack: await stackLabel(invocation), key, file: path, sealed: isSecret });
    else {
      const { server } = settings;
      const by = server === undefined ? "" : `; only ${clean(server)}, and others over its store, can open it`;
      people.write(`Kept ${clean(key)} in ${clean(path)}${isSecret ? `, sealed${by}` : ""}.\n`);
    }
    return exitCodes.done;
  },
};

/** Sealed in the file alone, a value would stand in plans, records and outputs for all to read. */
function notSecret(file: string, key: string): UsageMistake {
  const detail = `${file} does not mark ${JSON.stringify(key)} as secret, so plans and records would show its value.`;
  return { detail, hint: "Give the key `secret: true` in the declaration first, or leave --secret out." };
}

/** What a declaration says of a config key. */
interface DeclaredKey {
  readonly type: string;
  readonly secret: boolean;
  readonly file: string;
  readonly text: string;
}

/**
 * What the declaration says of the key; undefined where it can't tell: a program is not run for it, and it may not be
 * readable. A mistake where the declaration does not know the key, or could not be asked.
 */
async function declaredKey(
  { api, context }: Invocation,
  file: string,
  key: string,
): Promise<Result<DeclaredKey | undefined, UsageMistake>> {
  const text = isProgram(file) ? undefined : await context.files.read(file);
  if (text === undefined) return ok(undefined);
  const answer = await api.call("describeDeclaration", { body: { file, text, config: {} } });
  if (!answer.ok) {
    const { status, title, detail } = answer.error;
    // What is wrong with the declaration is for `plumb check` to tell. Whoever did not answer has not said that it
    // knows the key.
    return status === 422 ? ok(undefined) : err({ detail: `${title}: ${detail}`, failure: answer.error });
  }
  const { config } = answer.value;
  const field = ownMember(config, key);
  if (field !== undefined) return ok({ type: field.type, secret: field.secret, file, text });
  const near = nearestName(key, Object.keys(config));
  const hint = near === undefined ? "Declare it under `config:` first." : `Did you mean ${near}?`;
  return err({ detail: `${file} declares no config key ${JSON.stringify(key)}.`, hint });
}

/** A mistake where the check of the declaration says that the value does not fit. Any text is a string. */
async function fitsDeclared(
  { api }: Invocation,
  declared: DeclaredKey | undefined,
  key: string,
  value: string,
): Promise<Result<undefined, UsageMistake>> {
  if (declared === undefined || declared.type === "string") return ok(undefined);
  const { file, text } = declared;
  const answer = await api.call("checkDeclaration", { body: { file, text, config: { [key]: value } } });
  // What else is wrong with the declaration is for `plumb check` to tell.
  const { problems } = answer.ok ? answer.value : answer.error;
  const misfit = problems.filter((each) => each.code === "invalid-config" && each.pointer === pointer("/config", key));
  if (misfit.length === 0) return ok(undefined);
  const detail = `The value does not fit the type of ${JSON.stringify(key)}, which is ${declared.type}.`;
  return err({ detail, problems: misfit, sources: new Map([[file, text]]) });
}

/** The value from the person at the terminal, or from stdin; undefined where that is empty. */
async function askedValue({ context }: Invocation, key: string, isSecret: boolean): Promise<string | undefined> {
  if (context.stdin.isTTY) return await context.stdin.ask(`Value of ${clean(key)}: `, isSecret);
  const text = await context.stdin.rest();
  return text === "" ? undefined : text.replace(/\r?\n$/, "");
}

async function keptValue(
  { api, settings }: Invocation,
  key: string,
  value: string,
  isSecret: boolean,
): Promise<Result<FileValue, ProblemDocument>> {
  if (!isSecret) return ok({ kind: "plain", value });
  const answer = await api.call("sealConfigValue", { path: { stack: settings.stack }, body: { key, value } });
  return answer.ok ? ok({ kind: "sealed", sealed: answer.value.sealed }) : answer;
}
