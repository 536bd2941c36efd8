import { AsyncLocalStorage } from "node:async_hooks";
import { inspect } from "node:util";
import { isPlainObject } from "../json.ts";
import { ProgramError } from "../program-error.ts";
import { noteFailure } from "./failures.ts";
import { listed, referenceText, type Space, segmentText } from "./reference-text.ts";

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

/** What an output stands for. */
export type Form =
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
const formKey: unique symbol = Symbol.for("plumbline.form") as never;

interface Formed {
  readonly [formKey]: Form;
}

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

/** The form of an output; undefined for anything else. */
export function formOf(value: unknown): Form | undefined {
  return typeof value === "object" && value !== null ? (value as Partial<Formed>)[formKey] : undefined;
}

/** Whether a value is an output. */
export function isOutput(value: unknown): value is Output<unknown> {
  return formOf(value) !== undefined;
}

/** Any value as an output; outputs and promises inside it are part of it. */
export function output<T>(value: T): Output<Unwrapped<T>> {
  return outputOf(asForm(value));
}

/** The form of any value. */
export function asForm(value: unknown): Form {
  const form = formOf(value);
  if (form !== undefined) return form;
  if (isPromise(value)) return promisedForm(value);
  return { kind: "data", value, isSecret: false };
}

/** One promise of a form for each promise that was given. */
const promises = new WeakMap<PromiseLike<unknown>, Promise<Form>>();
/** The forms that promises have given, once they have. */
const results = new WeakMap<Promise<Form>, Form>();

function promisedForm(given: PromiseLike<unknown>): Form {
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

/** What a form comes to now. */
export function known(form: Form): Known {
  switch (form.kind) {
    case "data":
      return knownData(form.value, form.isSecret);
    case "reference":
      return form.to.known(form.path);
    case "template":
      return knownTemplate(form.parts);
    case "expression":
      return knownExpression(form.parts);
    case "later":
      return form;
    case "promised": {
      const result = resultOf(form.promise);
      return result === undefined ? form : known(result);
    }
  }
}

/** A value with all that is inside it. */
function knownData(data: unknown, isSecret: boolean): Known {
  const form = formOf(data);
  if (form !== undefined) {
    const found = known(form);
    return found.kind === "known" ? { ...found, isSecret: found.isSecret || isSecret } : found;
  }
  if (isPromise(data)) return known(promisedForm(data));
  if (!Array.isArray(data) && !isPlainObject(data)) return { kind: "known", value: data, isSecret };
  const entries = Object.entries(data).map(([key, value]) => [key, knownData(value, isSecret)] as const);
  const promised = entries.flatMap(([, each]) => (each.kind === "promised" ? [each.promise] : []));
  if (promised.length > 0) return onceAll(promised, { kind: "data", value: data, isSecret });
  const waits = entries.flatMap(([, each]) => (each.kind === "later" ? each.waits : []));
  if (waits.length > 0) return { kind: "later", waits: unique(waits) };
  const values = entries.flatMap(([key, each]) => (each.kind === "known" ? [[key, each.value] as const] : []));
  return {
    kind: "known",
    value: Array.isArray(data) ? values.map(([, value]) => value) : Object.fromEntries(values),
    isSecret: isSecret || entries.some(([, each]) => each.kind === "known" && each.isSecret),
  };
}

/** The same form again, once all of the promises have a result. */
function onceAll(promised: readonly Promise<Form>[], form: Form): Known {
  return { kind: "promised", promise: tracked(Promise.all(promised).then(() => form)) };
}

/** What a form comes to when all that the program itself computes is there. */
export async function knownSoon(form: Form): Promise<Exclude<Known, { readonly kind: "promised" }>> {
  for (;;) {
    const found = known(form);
    if (found.kind !== "promised") return found;
    await found.promise;
  }
}

function knownTemplate(parts: readonly (string | Form)[]): Known {
  const found = parts.map(
    (part): Known => (typeof part === "string" ? { kind: "known", value: part, isSecret: false } : known(part)),
  );
  const promised = found.flatMap((each) => (each.kind === "promised" ? [each.promise] : []));
  if (promised.length > 0) return onceAll(promised, { kind: "template", parts });
  const waits = found.flatMap((each) => (each.kind === "later" ? each.waits : []));
  if (waits.length > 0) return { kind: "later", waits: unique(waits) };
  const values = found.flatMap((each) => (each.kind === "known" ? [each] : []));
  return {
    kind: "known",
    value: values.map((each) => textOf(each.value)).join(""),
    isSecret: values.some((each) => each.isSecret),
  };
}

/** The platform computes it, even where all parts are known. */
function knownExpression(parts: readonly (string | Form)[]): Known {
  const found = parts.map((part): Known => {
    if (typeof part === "string") return { kind: "known", value: part, isSecret: false };
    if (part.kind !== "reference") return known(part);
    return { kind: "later", waits: [referenceText(part.to.space, part.to.name, part.path)] };
  });
  const promised = found.flatMap((each) => (each.kind === "promised" ? [each.promise] : []));
  if (promised.length > 0) return onceAll(promised, { kind: "expression", parts });
  return { kind: "later", waits: unique(found.flatMap((each) => (each.kind === "later" ? each.waits : []))) };
}

/** A plain value inside a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function applied(form: Form, compute: (value: unknown) => unknown): Form {
  const found = known(form);
  if (found.kind === "later") return found;
  if (found.kind === "promised")
    return { kind: "promised", promise: tracked(found.promise.then(() => applied(form, compute))) };
  const result = asForm(inside.run(true, () => compute(withoutNulls(found.value))));
  return found.isSecret ? secretForm(result) : result;
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
      return { kind: "promised", promise: tracked(form.promise.then((each) => member(each, key))) };
    case "template":
      return { kind: "data", value: undefined, isSecret: false };
    case "expression":
      return { kind: "expression", parts: ["(", ...form.parts, ")", segmentText(key)] };
    case "data": {
      const inner = memberOf(form.value, key);
      const found = asForm(inner);
      return form.isSecret ? secretForm(found) : found;
    }
  }
}

/** What a list or map holds under a key. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return typeof key === "number" ? value[key] : undefined;
  return isPlainObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Outputs, promises and plain values as one output of a list or a map. */
export function all<T extends readonly unknown[] | []>(
  values: T,
): Output<{ -readonly [K in keyof T]: Unwrapped<T[K]> }>;
export function all<T extends object>(values: T): Output<Unwrapped<T>>;
export function all(values: unknown): Output<unknown> {
  return outputOf({ kind: "data", value: values, isSecret: false });
}

/** A text with outputs in it: interpolate`https://${host}/callback`. */
export function interpolate(
  texts: TemplateStringsArray,
  ...values: readonly Input<string | number | boolean | undefined>[]
): Output<string> {
  const parts: (string | Form)[] = [];
  for (const [index, text] of texts.entries()) {
    parts.push(text);
    if (index < values.length) parts.push(asForm(values[index]));
  }
  return outputOf({ kind: "template", parts: parts.filter((part) => part !== "") });
}

/** An expression that is computed when its parts are known: cel`size(${rules}) > 0`. Texts stand in it as they are. */
export function cel<T = unknown>(texts: TemplateStringsArray, ...values: readonly unknown[]): Output<T> {
  const parts: (string | Form)[] = [];
  for (const [index, text] of texts.entries()) {
    if (text !== "") parts.push(text);
    if (index < values.length) parts.push(asForm(values[index]));
  }
  return outputOf({ kind: "expression", parts });
}

/** The same from a list of values. */
export function concat(...values: readonly Input<string | number | boolean | undefined>[]): Output<string> {
  return outputOf({
    kind: "template",
    parts: values.map((value) => (typeof value === "string" ? value : asForm(value))),
  });
}

/**
 * A value as JSON, outputs and promises inside it too; as secret as what it holds. Where a part is not known yet, what
 * depends on the text is planned in a later round. `space` is that of `JSON.stringify`.
 */
export function jsonStringify(value: unknown, space?: string | number): Output<string> {
  return outputOf(applied(asForm(value), (known) => JSON.stringify(known ?? null, null, space)));
}

/**
 * A value that is sealed before anything is stored, and shown nowhere. Of outputs only a resource's own fields can be.
 */
export function secret<T>(value: T): Output<Unwrapped<T>> {
  return outputOf(secretForm(asForm(value)));
}

/** The same as a secret. */
export function secretForm(form: Form): Form {
  if (form.kind === "promised") return { kind: "promised", promise: tracked(form.promise.then(secretForm)) };
  if (form.kind === "reference" && (form.to.isSecret(form.path) || form.to.seal(form.path))) return form;
  const found = known(form);
  if (found.kind === "promised")
    return { kind: "promised", promise: tracked(found.promise.then(() => secretForm(form))) };
  if (found.kind === "known") return { kind: "data", value: found.value, isSecret: true };
  if (form.kind === "later") return form;
  throw new ProgramError(
    "secret() takes a plain value or a field of a resource; what is computed from outputs is secret where they are",
  );
}
