import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import type { LookupCall, Target } from "../engine/ports/driver.ts";

/**
 * All that a question says in the clear: the parts of a name, arguments, the provider's configuration. The answer may
 * repeat it whatever else it equals.
 */
export function plaintextInputs(question: Target | LookupCall): ReadonlySet<Json> {
  const said = new Set<Json>();
  const add = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) add(item as Json);
    else if (isJsonObject(value)) for (const member of Object.values(value)) add(member);
    else {
      said.add(value);
      if (typeof value === "string") for (const part of value.split("/")) said.add(part);
    }
  };
  add(question.provider.config);
  if ("arguments" in question) add(question.arguments);
  else {
    add(question.id);
    add(question.variables);
  }
  return said;
}
