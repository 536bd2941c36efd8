import type { Action } from "../../contract/action.ts";
import type { BodyOf, Operation, PathValues, QueryValue } from "../../contract/operation.ts";
import type { Expected } from "../../service/expected.ts";
import type { AskedPage } from "./conventions/paging.ts";
import type { EventStream } from "./event-stream.ts";
import type { RouteContext } from "./route-context.ts";

/** A request that its operation's conventions have let through. */
export interface RouteInput<P extends string = string, B = unknown> {
  readonly path: PathValues<P>;
  readonly query: Readonly<Record<string, QueryValue | undefined>>;
  /** Undefined where the operation takes none, or where none was sent and none is required. */
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

/** What a handler answers; the conventions make a Response of it. */
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

/** What carries an operation out. */
export interface Handler<P extends string = string, B = unknown> {
  handle(input: RouteInput<P, B>, context: RouteContext): Promise<Answer>;
  /** The stack that the request makes, where its body names it: a key stands for that one, and for no other of its name. */
  readonly makes?: (body: B) => string;
  /**
   * Gives the document of an answer once more, by the address that it named: a long one is not kept with the key. It changes nothing, and
   * throws where the document is there no more.
   */
  readonly again?: (location: string, path: Readonly<Record<string, string>>, context: RouteContext) => Promise<object>;
  /** What else the caller must be able to see: where the path names no stack, and yet tells one. `absent`: told to others. */
  readonly sight?: (path: Readonly<Record<string, string>>) => {
    readonly action: Action;
    readonly stack: string | null;
    readonly absent: string;
  };
}

/** A request to an operation. */
export type InputOf<O extends Operation> = RouteInput<O["path"], BodyOf<O>>;

/** A handler for each operation of a noun. */
export type Handlers<O extends { readonly [id: string]: Operation }> = {
  readonly [I in keyof O]: Handler<O[I]["path"], BodyOf<O[I]>>;
};

/** An operation, and what carries it out. */
export type Route = Operation & Handler;

/** The operations of a noun with their handlers; the compiler finds one that is missing. */
export function routesOf<O extends { readonly [id: string]: Operation }>(
  operations: O,
  handlers: Handlers<O>,
): readonly Route[] {
  return Object.entries(operations).map(([id, operation]) => ({ ...operation, ...(handlers[id] as Handler) }));
}
