import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { CallRefusal } from "./call-refusal.ts";

/** How deep a body may nest: far deeper than any document of the API. */
export const deepestBody = 64;

/** A document that was never a text, held to the limits of one that was. */
export function withinJsonLimits(whole: Json): Json {
  let level: readonly Json[] = [whole];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestBody) throw new CallRefusal("bad-request", `the body nests deeper than ${deepestBody} levels`);
    const next: Json[] = [];
    for (const value of level) {
      if (typeof value === "number" && !Number.isFinite(value))
        throw new CallRefusal("bad-request", "the body has a number that is too large");
      if (isObject(value) && Object.hasOwn(value, "__proto__"))
        throw new CallRefusal("bad-request", "`__proto__` is no name for a member");
      const members = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
      for (const each of members) if (isWorthALook(each)) next.push(each);
    }
    level = next;
  }
  return whole;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWorthALook(value: Json): boolean {
  return typeof value === "object" ? value !== null : typeof value === "number";
}
