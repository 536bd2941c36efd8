import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import type { Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { Invocation } from "../command.ts";
import type { RequestContext } from "../connection/request-context.ts";
import { configOf, declares } from "./program-config.ts";
import type { ProgramQuestion } from "./program-lines.ts";

/** What a program is answered. */
export interface ProgramAnswer {
  readonly id: number;
  readonly result?: JsonObject;
  readonly secrets?: readonly string[];
  readonly error?: { readonly code: string; readonly detail: string };
}

/** Answers one question. `doubted` are resources of which nothing may be believed, since this plan changes them. */
export async function answerQuestion(
  question: ProgramQuestion,
  doubted: ReadonlySet<string>,
  invocation: Invocation,
): Promise<ProgramAnswer> {
  const { id } = question;
  switch (question.ask) {
    case "known":
      return { id, result: await recordedOutputs(doubted, invocation) };
    case "outputs":
      return await outputsOf(id, question.stack, invocation);
    case "lookup": {
      const path = { function: question.function };
      const body = { arguments: question.arguments, ...requestContext(question, invocation) };
      return answered(id, await invocation.api.call("callFunction", { path, body }), ({ result }) => result);
    }
    case "get": {
      const path = { type: question.type };
      const body = { id: question.of, state: question.state, ...requestContext(question, invocation) };
      return answered(id, await invocation.api.call("readObject", { path, body }), ({ outputs }) => outputs);
    }
  }
}

function requestContext(
  { context: declared, provider }: Extract<ProgramQuestion, { readonly ask: "lookup" | "get" }>,
  { settings, context }: Invocation,
): RequestContext {
  // Only what the program has declared so far may be given.
  const given = Object.entries(configOf(declared, settings.config, context.environment));
  const config = Object.fromEntries(given.filter(([key]) => declares(declared, key)));
  const declaration = { file: settings.file, text: JSON.stringify(declared), config };
  return { declaration, ...(provider === undefined ? {} : { provider }) };
}

function answered<T>(
  id: number,
  answer: Result<T, ProblemDocument>,
  resultOf: (value: T) => JsonObject,
): ProgramAnswer {
  return answer.ok ? { id, result: resultOf(answer.value) } : { id, error: errorOf(answer.error) };
}

function errorOf({ code, detail, problems }: ProblemDocument): NonNullable<ProgramAnswer["error"]> {
  const [first] = problems;
  return first === undefined ? { code, detail } : { code: first.code, detail: `${first.summary}: ${first.detail}` };
}

/** The stack's records, secrets sealed; nothing where there is no such stack yet. */
async function recordedOutputs(doubted: ReadonlySet<string>, { api, settings }: Invocation): Promise<JsonObject> {
  const answer = await api.call("exportState", { path: { stack: settings.stack } });
  if (!answer.ok) return {};
  const entries = answer.value.records.flatMap(({ address, outputs }): [string, JsonObject][] =>
    typeof address === "string" && isJsonObject(outputs) && !doubted.has(address) ? [[address, outputs]] : [],
  );
  // Objects on their way out come after the records of what took their place.
  return Object.fromEntries(entries.toReversed());
}

/** Another stack's outputs in the clear, and which of them are secret. */
async function outputsOf(id: number, stack: string, { api }: Invocation): Promise<ProgramAnswer> {
  const path = { stack };
  const masked = await api.call("getStackOutputs", { path });
  if (!masked.ok) {
    const { code, detail } = errorOf(masked.error);
    const way =
      "; run plumb up where it is declared, with the same state directory (--dir) or server (--server) as here";
    return { id, error: { code, detail: code === "stack-not-found" ? `${detail}${way}` : detail } };
  }
  const secrets = Object.entries(masked.value.outputs).flatMap(([name, value]) => (holdsSecret(value) ? [name] : []));
  if (secrets.length === 0) return { id, result: masked.value.outputs };
  const plain = await api.call("getStackOutputs", { path, query: { reveal: true } });
  return plain.ok ? { id, result: plain.value.outputs, secrets } : { id, error: errorOf(plain.error) };
}

function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "$secret") || Object.values(value).some(holdsSecret);
}
