import type { Json } from "../../../../packages/base/json/json.ts";
import type { Schema } from "../schema.ts";
import { openSecrets, secretPlaces } from "../secret-values.ts";
import type { SecretMarker, Value } from "../value.ts";
import { type Violation, validateValue } from "./validate-value.ts";

/** What is said of a secret that breaks a limit: nothing of its value. */
export const beyondLimits = "the secret value breaks the rules of its field";

/**
 * Limits that a value breaks by the secrets in it, without what is broken anyway. Their own words may show the value:
 * they are left out. Throws what `open` throws.
 */
export async function secretsBeyondLimits(
  schema: Schema,
  value: Value,
  open: (marker: SecretMarker) => Promise<Json>,
): Promise<readonly Pick<Violation, "code" | "pointer">[]> {
  if (secretPlaces(value).length === 0) return [];
  const keyOf = ({ code, pointer }: Violation) => `${code} ${pointer}`;
  const known = new Set(validateValue(schema, value).map(keyOf));
  const found = validateValue(schema, await openSecrets(value, open)).filter((each) => !known.has(keyOf(each)));
  return found.map(({ code, pointer }) => ({ code, pointer }));
}
