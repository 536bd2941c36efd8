import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { isPlainObject } from "../json.ts";
import { ProgramError } from "../program-error.ts";
import { asForm, computedFrom, type Form, type Formed, formKey, formOf, resultOf, tracked } from "./form.ts";
import { known, secretForm } from "./known-form.ts";
import { listed, referenceText, segmentText } from "./reference-text.ts";
import { sourcesOf } from "./references.ts";

/** A value that may be given plainly, as an output, or as a promise of either. */
export type Input<T> = T | Output<T> | PromiseLike<T>;

/** A type with all outputs and promises inside taken off. */
export type Unwrapped<T> =
  T extends PromiseLike<infer U>
    ? Unwrapped<U>
    : T extends OutputInstance<infer U>
      ? Unwrapped<U>
      : T extends string | number | boolean | bigint | symbol | null | undefined
        ? T
        : T extends object
          ? { [K in keyof T]: Unwrapped<T[K]> }
          : T;

/** What every output can do. */
export interface OutputInstance<T> {
  /**
   * Computes a new value from this one. `compute` runs at once where the value is known; otherwise what depends on the
   * result is planned in a later round, when it is. Nothing may be constructed inside `compute`.
   */
  readonly apply: <R>(compute: (value: T) => R) => Output<Unwrapped<R>>;
}

/** The fields of an output's value, each as an output of its own. */
export type Lifted<T> = T extends string | number | boolean | bigint | symbol | null | undefined
  ? unknown
  : T extends readonly (infer E)[]
    ? { readonly [index: number]: Output<E> }
    : { readonly [K in keyof T]-?: Output<T[K]> };

/** A value of which it is known where it will come from, but maybe not yet what it is. */
export type Output<T> = OutputInstance<T> & Lifted<NonNullable<T>>;

const inside = new AsyncLocalStorage<true>();

/** Throws where a function given to `apply` is running. */
export function refuseInsideApply(what: string): void {
  if (inside.getStore() === true) {
    throw new ProgramError(
      `${what} is constructed inside a function given to apply: in a round in which that function does not run ` +
        "it would be missing. Construct it outside, and use apply for its arguments",
    );
  }
}

class OutputTarget implements Formed {
  readonly [formKey]: Form;

  constructor(form: Form) {
    this[formKey] = form;
  }

  apply(compute: (value: unknown) => unknown): Output<unknown> {
    return outputOf(applied(this[formKey], compute));
  }

  toString(): string {
    throw new ProgramError(
      "an output can't be turned into a text here, since its value may not be known yet: " +
        "use interpolate`...`, or apply",
    );
  }

  toJSON(): never {
    throw new ProgramError("an output can't be turned into JSON here: use jsonStringify(...)");
  }

  [Symbol.toPrimitive](): string {
    return this.toString();
  }

  /** What `console.log` and the like show: where the value comes from, and nothing of a secret. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Output(${shownForm(this[formKey])})`;
  }
}

/** A form for people to see. */
function shownForm(form: Form): string {
  const parts = "parts" in form ? form.parts.map((each) => (typeof each === "string" ? each : shownForm(each))) : [];
  switch (form.kind) {
    case "data":
      return form.isSecret ? "<secret>" : inspect(form.value);
    case "reference":
      return `\${${referenceText(form.to.space, form.to.name, form.path)}}`;
    case "template":
      return `\`${parts.join("")}\``;
    case "expression":
      return `\${${parts.join("")}}`;
    case "later":
      return `<computed from ${listed(form.waits)}>`;
    case "promised": {
      const result = resultOf(form.promise);
      return result === undefined ? "<promise>" : shownForm(result);
    }
  }
}

const lifting: ProxyHandler<OutputTarget> = {
  get: (target, key) => {
    if (typeof key === "symbol") return Reflect.get(target, key);
    if (key === "apply") return target.apply.bind(target);
    if (key === "toString") return target.toString;
    if (key === "toJSON") return target.toJSON;
    // An output is no promise: `await` gives the output itself.
    if (key === "then") return undefined;
    return outputOf(member(target[formKey], /^(0|[1-9]\d*)$/.test(key) ? Number(key) : key));
  },
  has: (target, key) => typeof key === "string" || Reflect.has(target, key),
  set: () => false,
};

/** The output of a form. */
export function outputOf<T>(form: Form): Output<T> {
  return new Proxy(new OutputTarget(form), lifting) as OutputTarget & Output<T>;
}

/** Whether a value is an output. */
export function isOutput(value: unknown): value is Output<unknown> {
  return formOf(value) !== undefined;
}

/** Any value as an output; outputs and promises inside it are part of it. */
export function output<T>(value: T): Output<Unwrapped<T>> {
  return outputOf(asForm(value));
}

function applied(form: Form, compute: (value: unknown) => unknown): Form {
  const found = known(form);
  if (found.kind === "promised")
    return { kind: "promised", promise: tracked(found.promise.then(() => applied(form, compute))) };
  const sources = sourcesOf(form);
  if (found.kind === "later") return computedFrom(found, sources);
  const result = asForm(inside.run(true, () => compute(withoutNulls(found.value))));
  return computedFrom(found.isSecret ? secretForm(result) : result, sources);
}

/** What the platform has no value for is undefined to a program. */
function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)] as const])),
  );
}

function member(form: Form, key: string | number): Form {
  switch (form.kind) {
    case "reference":
      return { ...form, path: [...form.path, key] };
    case "later":
      return form;
    case "promised":
      return { ...form, promise: tracked(form.promise.then((each) => member(each, key))) };
    case "template":
      return { kind: "data", value: undefined, isSecret: false };
    case "expression":
      return { ...form, parts: ["(", ...form.parts, ")", segmentText(key)] };
    case "data": {
      const inner = memberOf(form.value, key);
      const found = computedFrom(asForm(inner), form.from ?? []);
      return form.isSecret ? secretForm(found) : found;
    }
  }
}

/** What a list or map holds under a key. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
