import type { Json } from "../../base/json.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import type { Action } from "../../service/access/authority.ts";
import type { Expected } from "../../service/expected.ts";
import type { BodyLimits } from "./conventions/body-limits.ts";
import type { FilterField } from "./conventions/filter.ts";
import type { AskedPage } from "./conventions/paging.ts";
import type { EventStream } from "./event-stream.ts";
import type { RouteContext } from "./route-context.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The names in a path such as `/v1/stacks/{stack}`. */
export type PathValues<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathValues<Rest>
  : unknown;

/** A value of the query, of the type that its parameter declares. */
export type QueryValue = string | number | boolean;

/** A request that its route's conventions have let through. */
export interface RouteInput<P extends string = string, B = unknown> {
  readonly path: PathValues<P>;
  readonly query: Readonly<Record<string, QueryValue | undefined>>;
  /** Undefined where the route takes none, or where none was sent and none is required. */
  readonly body: B;
  /** What the caller expects to stand before a write. */
  readonly expected: Expected;
  /** Of a list that is given in pages: which one. */
  readonly page: AskedPage;
  readonly headers: Headers;
  /** False where the headers of the answer are all that is asked for (HEAD): a stream is not opened for them. */
  readonly wantsBody: boolean;
  /** The media type of the answer. */
  readonly media: string;
}

/** What a route answers; the conventions make a Response of it. */
export interface Answer {
  readonly status: number;
  readonly document?: unknown;
  readonly stream?: EventStream;
  /** A document in another media type than JSON. */
  readonly text?: { readonly media: string; readonly content: string };
  /** Opaque, without quotes; of a document that can be written or asked for conditionally. */
  readonly etag?: string;
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Parameter {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: Json;
}

export interface ResponseOf {
  readonly description: string;
  /** Name of a schema of the components; absent for an answer without a document. */
  readonly schema?: string;
  /** Media types; JSON where none is named. */
  readonly media?: readonly string[];
  /** What the same route streams when it is asked to watch. */
  readonly watched?: { readonly schema: string; readonly media: readonly string[] };
  /** Headers of this answer besides those of every answer, by name. */
  readonly headers?: readonly string[];
}

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

/** One operation of the API: data, from which its conventions and its description follow, and a handler. */
export interface Route<P extends string = string, B = unknown> {
  readonly operationId: string;
  readonly method: Method;
  readonly path: P;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** What the caller must be allowed to do. `authenticated`: be known, no more; null: no caller is asked who they are. */
  readonly action: Action | "authenticated" | null;
  /** What else the caller must be able to see: where the path names no stack, and yet tells one. `absent`: told to others. */
  readonly sight?: (path: Readonly<Record<string, string>>) => {
    readonly action: Action;
    readonly stack: string | null;
    readonly absent: string;
  };
  readonly query?: Readonly<Record<string, Parameter>>;
  /** Schema of the components that the body must fit; `isOptional`: it may be left out. */
  readonly body?: {
    readonly schema: string;
    readonly isOptional?: true;
    readonly media?: readonly string[];
    /** Where it may hold more than others. */
    readonly limits?: BodyLimits;
  };
  readonly responses: Readonly<Record<number, ResponseOf>>;
  /** What can go wrong besides what the conventions already say: 404 or 409, and when. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** A POST that creates or starts something: an `Idempotency-Key` makes it happen once. */
  readonly isIdempotentByKey?: true;
  /** The stack that the request makes, where its body names it: a key stands for that one, and for no other of its name. */
  readonly makes?: (body: B) => string;
  /** Members of the answer that are not kept with the key: secrets that are shown once. */
  readonly shownOnce?: readonly string[];
  /**
   * Gives the document of an answer once more, by the address that it named: a long one is not kept with the key. It changes nothing, and
   * throws where the document is there no more.
   */
  readonly again?: (location: string, path: Readonly<Record<string, string>>, context: RouteContext) => Promise<object>;
  /** `required`: a write needs a precondition (428). `possible`: one is honoured. Absent on a write: none is. */
  readonly precondition?: "required" | "possible";
  /** The answer carries an ETag, and `If-None-Match` is honoured (304). */
  readonly hasEtag?: true;
  /** The list is given in pages: `limit` and `cursor`. `filter`: fields that a filter may name. */
  readonly pages?: { readonly member: string; readonly filter?: readonly FilterField[] };
  /** Answers with 404 where there is no stack of the path's name. */
  readonly needsStack?: true;
  /** Changes something: noted in the audit log before it takes effect. */
  readonly isAudited?: true;
  /** Gives secrets in the clear: its handler notes that by `revealing`, and a refusal before the handler is noted for it. */
  readonly reveals?: true;
  /** Takes sealed values back, each only to the place where it was shown. */
  readonly takesSealed?: true;
  /** May send its answer for as long as the client listens. */
  readonly isStream?: true;
  handle(input: RouteInput<P, B>, context: RouteContext): Promise<Answer>;
}

/** Checks a route's own types; the table holds them all as one type. */
export function route<P extends string, B = undefined>(definition: Route<P, B>): Route {
  return definition as unknown as Route;
}

/** Whether the answer may be an operation that goes on, and its end be told by the same request later. */
export function beginsOperation({ responses }: Pick<Route, "responses">): boolean {
  return responses[202]?.schema === "Operation";
}
