import type { Json } from "./json.ts";

/** The document that a text is; undefined for a text that is none. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
