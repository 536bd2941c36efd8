import { isPlainObject } from "../json.ts";
import { type Form, formOf, resultOf } from "./form.ts";

type Reference = Extract<Form, { readonly kind: "reference" }>;

/** All references in a value, as far as it is there by now. */
export function referencesOf(value: unknown): readonly Reference[] {
  const form = formOf(value);
  if (form !== undefined) return referencesIn(form);
  return Array.isArray(value) || isPlainObject(value) ? Object.values(value).flatMap(referencesOf) : [];
}

function referencesIn(form: Form): readonly Reference[] {
  switch (form.kind) {
    case "data":
      return referencesOf(form.value);
    case "reference":
      return [form];
    case "template":
    case "expression":
      return form.parts.flatMap((part) => (typeof part === "string" ? [] : referencesIn(part)));
    case "later":
      return [];
    case "promised": {
      const result = resultOf(form.promise);
      return result === undefined ? [] : referencesIn(result);
    }
  }
}
