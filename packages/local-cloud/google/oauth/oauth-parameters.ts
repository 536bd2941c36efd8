import { isJsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import { protoName } from "../../../vendor-wire/google/global-parameters.ts";
import type { LocalRequest } from "../../runtime/local-vendor.ts";

/** Parameters of an OAuth request by their snake_case names; an empty one counts as absent (RFC 6749, 3.1). */
export type OauthParameters = ReadonlyMap<string, string>;

/** Reads a query or a form. A parameter must not be repeated (RFC 6749, 3.1 and 3.2). */
export function readParameters(entries: Iterable<readonly [string, string]>): Result<OauthParameters, string> {
  const parameters = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    if (seen.has(name)) return err(`${name} is given twice`);
    seen.add(name);
    if (value !== "") parameters.set(name, value);
  }
  return ok(parameters);
}

/**
 * Reads a body: a form as the RFC has it, or JSON with the vendor's lowerCamelCase names, which its own clients send.
 */
export function readBody(request: LocalRequest): Result<OauthParameters, string> {
  if (request.body === undefined) return readParameters(request.form);
  if (!isJsonObject(request.body)) return err("the body must be a form or an object");
  const texts = Object.entries(request.body).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[protoName(name), value]] : [],
  );
  return readParameters(texts);
}

/** The scopes of a space-separated list, each once. */
export function scopesOf(text: string | undefined): readonly string[] {
  return [...new Set((text ?? "").split(" ").filter((scope) => scope !== ""))];
}
