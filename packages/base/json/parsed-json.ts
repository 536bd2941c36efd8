import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/** The document that a text is; undefined for a text that is none. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The JSON object that a text is; undefined for a text that is none. */
export function parsedObject(text: string): JsonObject | undefined {
  const document = parsedJson(text);
  return isJsonObject(document) ? document : undefined;
}
