import { noteFailure } from "./failures.ts";
import type { Space } from "./reference-text.ts";

/** What an output stands for. */
export type Form = FormOfKind & {
  /** What `apply` has computed it from, which what it stands for may not tell (decision 0140). */
  readonly from?: readonly Referent[];
};

type FormOfKind =
  /** Data that may hold outputs inside. */
  | { readonly kind: "data"; readonly value: unknown; readonly isSecret: boolean }
  | { readonly kind: "reference"; readonly to: Referent; readonly path: readonly (string | number)[] }
  /** Texts and outputs side by side. */
  | { readonly kind: "template"; readonly parts: readonly (string | Form)[] }
  /** A text of the expression language, outputs in it. */
  | { readonly kind: "expression"; readonly parts: readonly (string | Form)[] }
  /** Not known yet; the references that it waits for. */
  | { readonly kind: "later"; readonly waits: readonly string[] }
  /** Being computed by the program itself. */
  | { readonly kind: "promised"; readonly promise: Promise<Form> };

/** Something that expressions can refer to. */
export interface Referent {
  readonly space: Space;
  readonly name: string;
  /** What is known of the value at a path. */
  known(path: readonly (string | number)[]): Known;
  /** Whether the value is known to be secret, without a question to plumb. */
  isSecret(path: readonly (string | number)[]): boolean;
  /** Makes the output sealed; false where that is not possible. */
  seal(path: readonly (string | number)[]): boolean;
}

/** What a form comes to while the program runs. */
export type Known =
  | { readonly kind: "known"; readonly value: unknown; readonly isSecret: boolean }
  | { readonly kind: "later"; readonly waits: readonly string[] }
  | { readonly kind: "promised"; readonly promise: Promise<Form> };

/** Shared by all copies of this package in one process. */
export const formKey: unique symbol = Symbol.for("plumbline.form") as never;

export interface Formed {
  readonly [formKey]: Form;
}

/** The form of an output; undefined for anything else. */
export function formOf(value: unknown): Form | undefined {
  return typeof value === "object" && value !== null ? (value as Partial<Formed>)[formKey] : undefined;
}

/** The form of any value. */
export function asForm(value: unknown): Form {
  const form = formOf(value);
  if (form !== undefined) return form;
  if (isPromise(value)) return promisedForm(value);
  return { kind: "data", value, isSecret: false };
}

/** The form, as computed from others as well. */
export function computedFrom(form: Form, sources: readonly Referent[]): Form {
  return sources.length === 0 ? form : { ...form, from: [...new Set([...(form.from ?? []), ...sources])] };
}

/** One promise of a form for each promise that was given. */
const promises = new WeakMap<PromiseLike<unknown>, Promise<Form>>();
/** The forms that promises have given, once they have. */
const results = new WeakMap<Promise<Form>, Form>();

/** The form of a promise: the same one whenever it is asked for. */
export function promisedForm(given: PromiseLike<unknown>): Form {
  let promise = promises.get(given);
  if (promise === undefined) {
    promise = tracked(Promise.resolve(given).then(asForm));
    promises.set(given, promise);
  }
  return { kind: "promised", promise };
}

/** A promise whose result is known once it is there; a rejection is reported, whether its value is used or not. */
export function tracked(promise: Promise<Form>): Promise<Form> {
  promise.then((form) => results.set(promise, form), noteFailure);
  return promise;
}

/** The form that a promise has given; undefined while it has not. */
export function resultOf(promise: Promise<Form>): Form | undefined {
  return results.get(promise);
}

/** Whether a value is a promise, of whatever kind. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
