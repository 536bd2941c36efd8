import { isJsonObject, type Json } from "../../../base/json.ts";
import { Refusal } from "./refusal.ts";

/** How deep a body may nest: far deeper than any document of the API. */
const deepest = 64;

/** The text of a body, as far as it is not larger than `limit` bytes. */
export async function readText(request: Request, limit: number): Promise<string> {
  const announced = Number(request.headers.get("content-length") ?? 0);
  if (announced > limit) throw tooLarge(limit);
  if (request.body === null) return "";
  // Its length was announced and is held to by the listener.
  if (announced > 0) return await request.text();
  const decoder = new TextDecoder("utf-8");
  let text = "";
  let read = 0;
  for await (const chunk of request.body) {
    read += chunk.byteLength;
    if (read > limit) throw tooLarge(limit);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON of a body; a Refusal for what no part of the service should ever meet. */
export function parseJson(text: string): Json {
  let parsed: Json;
  try {
    parsed = JSON.parse(text) as Json;
  } catch (cause) {
    throw new Refusal(
      "bad-request",
      text === "" ? "the body is empty; it must be JSON" : `the body is not JSON${placeOf(cause)}`,
    );
  }
  return withoutMonsters(parsed);
}

function placeOf(cause: unknown): string {
  const place = cause instanceof Error ? /\(line \d+ column \d+\)|at position \d+/.exec(cause.message) : null;
  return place === null ? "" : ` ${place[0]}`;
}

/** The same; a Refusal for nesting without end, numbers that no JSON reader carries alike, and keys that are no plain members. */
export function withoutMonsters(whole: Json): Json {
  let level: readonly Json[] = [whole];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new Refusal("bad-request", `the body nests deeper than ${deepest} levels`);
    const next: Json[] = [];
    for (const value of level) {
      if (typeof value === "number" && !Number.isFinite(value))
        throw new Refusal("bad-request", "the body has a number that is too large");
      if (isJsonObject(value) && Object.hasOwn(value, "__proto__"))
        throw new Refusal("bad-request", "`__proto__` is no name for a member");
      const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
      for (const each of members) if (isWorthALook(each)) next.push(each);
    }
    level = next;
  }
  return whole;
}

function isWorthALook(value: Json): boolean {
  return typeof value === "object" ? value !== null : typeof value === "number";
}

function tooLarge(limit: number): Refusal {
  return new Refusal("body-too-large", `the body is larger than ${limit} bytes`);
}
