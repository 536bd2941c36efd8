import type { Json } from "../../packages/base/json/json.ts";
import type { Action } from "./action.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Component } from "./words.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Tag =
  | "Service"
  | "Types"
  | "Declarations"
  | "Stacks"
  | "Plans"
  | "Runs"
  | "Resources"
  | "State"
  | "Objects"
  | "Operations"
  | "Access"
  | "Audit";

/** A value of the query, of the type that its parameter declares. */
export type QueryValue = string | number | boolean;

export interface Parameter {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: Json;
}

/** A field that the filter of a list may name. */
export type FilterField = "name" | "type" | "status" | "action" | "outcome";

/** How much a body may hold. */
export interface BodyLimits {
  readonly bytes: number;
  /** Values in it, at all depths. */
  readonly values: number;
}

export interface BodyForm {
  /** What it must fit. */
  readonly schema: Component<unknown>;
  /** It may be left out. */
  readonly isOptional?: true;
  readonly media?: readonly string[];
  /** Where it may hold more than others. */
  readonly limits?: BodyLimits;
}

export interface ResponseForm {
  readonly description: string;
  /** Absent for an answer without a document. */
  readonly schema?: Component<unknown>;
  /** Media types; JSON where none is named. */
  readonly media?: readonly string[];
  /** What the same operation streams when it is asked to watch. */
  readonly watched?: { readonly schema: Component<unknown>; readonly media: readonly string[] };
  /** Headers of this answer besides those of every answer, by name. */
  readonly headers?: readonly string[];
}

/** One operation of the API as data: its conventions and its description follow from this (decision 0003). */
export interface Operation<P extends string = string> {
  readonly operationId: string;
  readonly method: Method;
  readonly path: P;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /**
   * What the caller must be allowed to do. `authenticated`: be known, no more; null: no caller is asked who they are.
   */
  readonly action: Action | "authenticated" | null;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: BodyForm;
  readonly responses: Readonly<Record<number, ResponseForm>>;
  /** What can go wrong besides what the conventions already say: 404 or 409, and when. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** A POST that creates or starts something: an `Idempotency-Key` makes it happen once. */
  readonly isIdempotentByKey?: true;
  /** Members of the answer that are not kept with the key: secrets that are shown once. */
  readonly shownOnce?: readonly string[];
  /** `required`: a write needs a precondition (428). `possible`: one is honoured. Absent on a write: none is. */
  readonly precondition?: "required" | "possible";
  /** The answer carries an ETag, and `If-None-Match` is honoured (304). */
  readonly hasEtag?: true;
  /**
   * The list is given in pages: `limit` and `cursor`. `filter`: fields that a filter may name. `by`: parameters of the
   * query that say which entries there are, and in which order; a cursor goes on with the same ones only.
   */
  readonly pages?: {
    readonly member: string;
    readonly filter?: readonly FilterField[];
    readonly by?: readonly string[];
  };
  /** Answers with 404 where there is no stack of the path's name. */
  readonly needsStack?: true;
  /** Changes something: noted in the audit log before it takes effect. */
  readonly isAudited?: true;
  /**
   * Gives secrets in the clear: its handler notes that by `revealing`, and a refusal before the handler is noted for
   * it.
   */
  readonly reveals?: true;
  /** Takes sealed values back, each only to the place where it was shown. */
  readonly takesSealed?: true;
  /** Waits for the end of something begun, as long as `Prefer` says. What answers 202 does so anyway. */
  readonly waits?: true;
  /**
   * Looks, and changes no platform, no stack and nothing else that is kept, though its method is not GET: it passes in
   * the read-only mode. A plan is such a look, and is kept.
   */
  readonly isLook?: true;
  /** May send its answer for as long as the client listens. */
  readonly isStream?: true;
}

/** Operations of a noun, by their ids. */
export function operations<const O extends { readonly [id: string]: Omit<Operation, "operationId"> }>(
  all: O,
): { readonly [I in keyof O & string]: O[I] & { readonly operationId: I } } {
  // Added, not copied: no two have the same members, and V8 takes longest over copies of such objects.
  const entries = Object.entries(all).map(([operationId, each]) => [operationId, Object.assign(each, { operationId })]);
  return Object.fromEntries(entries) as { readonly [I in keyof O & string]: O[I] & { readonly operationId: I } };
}

/** The names in a path such as `/v1/stacks/{stack}`, with their values. */
export type PathValues<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathValues<Rest>
  : unknown;

/** The body of an operation; undefined where it takes none, or where none was sent and none is required. */
export type BodyOf<O extends Pick<Operation, "body">> = O extends {
  readonly body: { readonly schema: Component<infer B>; readonly isOptional: true };
}
  ? B | undefined
  : O extends { readonly body: { readonly schema: Component<infer B> } }
    ? B
    : undefined;

/** The member of a page that has the entries of a list. */
export type MemberOf<O> = O extends { readonly pages: { readonly member: infer M extends string } } ? M : string;

/** Any document that an operation may answer with, whatever the status. */
export type AnyDocumentOf<O extends Pick<Operation, "responses">> = {
  [S in keyof O["responses"]]: O["responses"][S] extends { readonly schema: Component<infer D> } ? D : never;
}[keyof O["responses"]];

/** Whether it changes something: all that is no GET does, unless it is said to be a look. */
export function changesSomething({ method, isLook }: Pick<Operation, "method" | "isLook">): boolean {
  return method !== "GET" && isLook !== true;
}

/** Whether the answer may be an operation that goes on, and its end be told by the same request later. */
export function beginsOperation({ responses }: Pick<Operation, "responses">): boolean {
  return responses[202]?.schema?.name === "Operation";
}
