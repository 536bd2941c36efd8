import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { parsedObject } from "../../../../packages/base/json/parsed-json.ts";

/** The claims of a JSON Web Token, unproved; undefined for a text that is none. */
export function unprovedClaims(token: string): JsonObject | undefined {
  const [, payload = ""] = token.split(".");
  return parsedObject(Buffer.from(payload, "base64url").toString("utf8"));
}
