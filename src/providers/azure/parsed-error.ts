import { isJsonObject, type Json, type JsonObject } from "../../../packages/base/json/json.ts";
import { shortened, wordsOfText } from "../../../packages/base/problems/refusal-words.ts";
import { hintFor } from "./error-hints.ts";

export interface ParsedError {
  /** The structured code; null where the answer has none. */
  readonly code: string | null;
  /** Words for people; empty where there are none. Never decides anything. */
  readonly message: string;
}

/** So deep do details and inner errors go that are told. */
const deepest = 3;

/**
 * Reads the shapes in which the management plane tells of an error: `{error: {}}`, `{"odata.error": {}}`, the error
 * without an envelope, `{message}`, `{Message, ModelState}` of the server in front, a JSON string. Details, inner
 * errors and what is told beside them follow the message. `text`: the body as it came, for what is no document.
 */
export function parseError(body: Json | undefined, headerCode: string | null = null, text = ""): ParsedError {
  if (body === undefined) return { code: headerCode, message: wordsOfText(text) };
  if (typeof body === "string") return { code: headerCode, message: shortened(body) };
  if (!isJsonObject(body)) return { code: headerCode, message: "" };
  const error = [body["error"], body["odata.error"]].find(isJsonObject) ?? body;
  const told = [textOf(error), ...modelState(error), ...beside(error), ...nested(error, deepest)].filter(
    (each) => each !== "",
  );
  // Some repeat the message in the details.
  const code = codeOf(error) ?? headerCode;
  const message = [...new Set(told)].join("; ");
  const hint = hintFor(code, message);
  return { code, message: [shortened(message), hint].filter((each) => each !== "").join("; ") };
}

function codeOf({ code }: JsonObject): string | null {
  return typeof code === "string" && code !== "" ? code : null;
}

function textOf(error: JsonObject): string {
  const message = error["message"] ?? error["Message"] ?? error["error_description"] ?? error["error"];
  if (typeof message === "string") return message;
  const value = isJsonObject(message) ? message["value"] : undefined;
  return typeof value === "string" ? value : "";
}

function modelState({ ModelState: state }: JsonObject): readonly string[] {
  if (!isJsonObject(state)) return [];
  return Object.entries(state).flatMap(([field, words]) =>
    Array.isArray(words) ? words.flatMap((each) => (typeof each === "string" ? [`${field}: ${each}`] : [])) : [],
  );
}

function nested(error: JsonObject, depth: number): readonly string[] {
  if (depth === 0) return [];
  const { details = [], innererror, innerError } = error;
  const below = [...(Array.isArray(details) ? details : []), innererror, innerError].filter(isJsonObject);
  return below.flatMap((each) => [withCode(each, codeOf(error)), ...beside(each), ...nested(each, depth - 1)]);
}

/** What `additionalInfo` has for people: the names of the policies, for example, that forbid a request. */
function beside({ additionalInfo: infos }: JsonObject): readonly string[] {
  return (Array.isArray(infos) ? infos.filter(isJsonObject) : []).flatMap(({ type, info }) => {
    const told = Object.entries(isJsonObject(info) ? info : {}).flatMap(([name, value]) =>
      typeof value === "string" && /(displayName|message)$/i.test(name) ? [value] : [],
    );
    if (told.length === 0) return [];
    return [`${typeof type === "string" ? `${type}: ` : ""}${told.join(", ")}`];
  });
}

/** The code is told where it says more than the error's own. */
function withCode(error: JsonObject, outer: string | null): string {
  const code = codeOf(error);
  const text = textOf(error);
  if (code === null || code === outer) return text;
  return text === "" ? code : `${code}: ${text}`;
}
