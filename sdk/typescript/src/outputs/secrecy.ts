import { isPlainObject } from "../json.ts";
import { type Form, formOf, resultOf } from "./form.ts";
import { memberOf, outputOf } from "./output.ts";

/** Whether some part of a text is secret, as far as that can be told without asking. */
export function holdsSecret(parts: readonly (string | Form)[]): boolean {
  return parts.some((part) => {
    if (typeof part === "string") return false;
    return isSecretAt(outputOf(part), []);
  });
}

/** The same of what stands at a path of a value. */
export function isSecretAt(value: unknown, path: readonly (string | number)[]): boolean {
  const form = formOf(value);
  if (form === undefined) {
    const [key, ...rest] = path;
    if (key !== undefined) return isSecretAt(memberOf(value, key), rest);
    return (Array.isArray(value) || isPlainObject(value)) && Object.values(value).some((each) => isSecretAt(each, []));
  }
  switch (form.kind) {
    case "data":
      return form.isSecret || isSecretAt(form.value, path);
    case "reference":
      return form.to.isSecret([...form.path, ...path]);
    case "template":
      return holdsSecret(form.parts);
    case "promised": {
      const result = resultOf(form.promise);
      return result !== undefined && isSecretAt(outputOf(result), path);
    }
    default:
      return false;
  }
}

/** Whether some part of recorded data is sealed: such values never come out of the store. */
export function holdsSealed(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, "$secret") || Object.values(value).some(holdsSealed);
}
