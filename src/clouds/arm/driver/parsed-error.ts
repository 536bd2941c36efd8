import { isJsonObject, type Json } from "../../../base/json.ts";

export interface ParsedError {
  /** The structured code; null where the answer has none. */
  readonly code: string | null;
  /** Words for people; empty where there are none. Never decides anything. */
  readonly message: string;
}

/** Longest text of a platform that is shown on. */
const longestMessage = 500;

/** Reads the three shapes in which the management plane tells of an error: `{error: {}}`, `{message}`, a JSON string. */
export function parseError(body: Json | undefined): ParsedError {
  if (typeof body === "string") return { code: null, message: shorten(body) };
  if (!isJsonObject(body)) return { code: null, message: "" };
  const error = isJsonObject(body["error"]) ? body["error"] : body;
  const { code, message } = error;
  return {
    code: typeof code === "string" && code !== "" ? code : null,
    message: typeof message === "string" ? shorten(message) : "",
  };
}

function shorten(message: string): string {
  return message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message;
}
