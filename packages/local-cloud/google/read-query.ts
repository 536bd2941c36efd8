import { err, ok, type Result } from "../../base/result.ts";
import type { FieldViolation } from "../../vendor-wire/google/error-envelope.ts";
import { globalParameters, jsonName } from "../../vendor-wire/google/global-parameters.ts";

/** The parameters of one call by their lowerCamelCase name. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Binds a query string: the method's own parameters and the global ones, anything else is refused. */
export function readQuery(query: URLSearchParams, known: readonly string[]): Result<Query, readonly FieldViolation[]> {
  const bound: Record<string, string> = {};
  const violations: FieldViolation[] = [];
  for (const [key, value] of query) {
    if (globalParameters.has(key)) continue;
    const name = jsonName(key);
    if (known.includes(name)) bound[name] = value;
    else {
      const description =
        `Invalid JSON payload received. Unknown name "${key}": Cannot bind query parameter. ` +
        `Field '${key}' could not be found in request message.`;
      violations.push({ field: "", description });
    }
  }
  return violations.length === 0 ? ok(bound) : err(violations);
}

/** A whole number of zero or more, `fallback` when the parameter is absent or empty. */
export function readCount(query: Query, name: string, fallback: number): Result<number, readonly FieldViolation[]> {
  const text = query[name] ?? "";
  if (text === "") return ok(fallback);
  if (/^\d{1,9}$/.test(text)) return ok(Number(text));
  return err([{ field: name, description: `Invalid value at '${name}' (TYPE_INT32), ${JSON.stringify(text)}` }]);
}

/** `true` or `false`, false when the parameter is absent or empty. */
export function readFlag(query: Query, name: string): Result<boolean, readonly FieldViolation[]> {
  const text = query[name] ?? "";
  if (text === "" || text === "false") return ok(false);
  if (text === "true") return ok(true);
  return err([{ field: name, description: `Invalid value at '${name}' (TYPE_BOOL), ${JSON.stringify(text)}` }]);
}
