import { type Json, type JsonObject, jsonEqual } from "./json.ts";

/**
 * The same type where JSON holds each of its values, else one that takes none of them. A type that is an interface has
 * no index signature, and so is no `Json` to the compiler, whatever its members are.
 */
export type Plain<T> = T extends Json | undefined
  ? T
  : T extends (...given: never) => unknown
    ? never
    : T extends Iterable<unknown>
      ? T extends readonly unknown[]
        ? { readonly [K in keyof T]: Plain<T[K]> }
        : never
      : T extends object
        ? { readonly [K in keyof T]: Plain<T[K]> }
        : never;

/** Data as JSON: the same value. */
export function jsonOf<T extends readonly unknown[]>(data: T & Plain<T>): readonly Json[];
export function jsonOf<T extends object>(data: T & Plain<T>): JsonObject;
export function jsonOf(data: unknown): unknown {
  return data;
}

/** Whether two values of one type are the same as JSON. */
export function samePlain<T extends object>(one: T & Plain<T>, other: T & Plain<T>): boolean {
  return jsonEqual(jsonOf<T>(one), jsonOf<T>(other));
}

/** One kind of document of our own. Only what has its type is written, so that what is read has it. */
export interface DocumentCodec<T> {
  readonly write: (value: T) => JsonObject;
  readonly read: (document: JsonObject) => T;
}

/** For documents that only we write. What comes from others is parsed instead. */
export function documentCodec<T extends object>(..._: T extends Plain<T> ? [] : [never]): DocumentCodec<T> {
  return { write: (value) => value as unknown as JsonObject, read: (document) => document as unknown as T };
}
