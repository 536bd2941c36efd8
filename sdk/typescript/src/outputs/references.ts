import { isPlainObject } from "../json.ts";
import { type Form, formOf, type Referent, resultOf } from "./form.ts";

type Reference = Extract<Form, { readonly kind: "reference" }>;

/** All references in a value, as far as it is there by now. */
export function referencesOf(value: unknown): readonly Reference[] {
  return formsOf(value).flatMap((form) => (form.kind === "reference" ? [form] : []));
}

/** What `apply` has computed parts of a value from. */
export function computedSources(value: unknown): readonly Referent[] {
  return formsOf(value).flatMap(({ from = [] }) => from);
}

/** All that a form leans on: what it refers to, and what it was computed from. */
export function sourcesOf(form: Form): readonly Referent[] {
  return formsIn(form).flatMap((each) => [...(each.from ?? []), ...(each.kind === "reference" ? [each.to] : [])]);
}

/** All forms in a value, as far as it is there by now. */
function formsOf(value: unknown): readonly Form[] {
  const form = formOf(value);
  if (form !== undefined) return formsIn(form);
  return Array.isArray(value) || isPlainObject(value) ? Object.values(value).flatMap(formsOf) : [];
}

/** The form and those inside it. */
function formsIn(form: Form): readonly Form[] {
  switch (form.kind) {
    case "data":
      return [form, ...formsOf(form.value)];
    case "reference":
    case "later":
      return [form];
    case "template":
    case "expression":
      return [form, ...form.parts.flatMap((part) => (typeof part === "string" ? [] : formsIn(part)))];
    case "promised": {
      const result = resultOf(form.promise);
      return result === undefined ? [form] : [form, ...formsIn(result)];
    }
  }
}
