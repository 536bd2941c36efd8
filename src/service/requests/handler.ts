import type { Action } from "../../contract/action.ts";
import type { Outcome, Preferences } from "../../contract/call.ts";
import type { Expected } from "../../contract/expected.ts";
import type { AnyDocumentOf, BodyOf, MemberOf, Operation, PathValues, QueryValue } from "../../contract/operation.ts";
import type { CallContext } from "./call-context.ts";
import type { AskedPage } from "./paging.ts";

/** A call that the conventions of its operation have let through. */
export interface CallInput<P extends string = string, B = unknown, M extends string = string> {
  readonly path: PathValues<P>;
  readonly query: Readonly<Record<string, QueryValue | undefined>>;
  /** Undefined where the operation takes none, or where none was sent and none is required. */
  readonly body: B;
  /** What the caller expects to stand before a write. */
  readonly expected: Expected;
  /** Of a list that is given in pages: which one. */
  readonly page: AskedPage<M>;
  readonly preferences: Preferences;
  readonly lastEventId: string | null;
  readonly wantsBody: boolean;
}

/** What carries an operation out. */
export interface Handler<P extends string = string, B = unknown, M extends string = string, D = unknown> {
  handle(input: CallInput<P, B, M>, context: CallContext): Promise<Outcome<D>>;
  /**
   * The stack that there is after the call, where its body names it: a key stands for that one, and for no other of its
   * name.
   */
  readonly makes?: (body: B, path: Readonly<Record<string, string>>) => string;
  /**
   * Gives the document of an answer once more, by the address that it named: a long one is not kept with the key. It
   * changes nothing, and throws where the document is there no more.
   */
  readonly again?: (location: string, path: Readonly<Record<string, string>>, context: CallContext) => Promise<object>;
  /**
   * What else the caller must be able to see: where the path names no stack, and yet tells one. `absent`: told to
   * others.
   */
  readonly sight?: (path: Readonly<Record<string, string>>) => {
    readonly action: Action;
    readonly stack: string | null;
    readonly absent: string;
  };
}

/** A call of an operation. */
export type InputOf<O extends Operation> = CallInput<O["path"], BodyOf<O>, MemberOf<O>>;

/** A handler for each operation of a noun. */
export type Handlers<O extends { readonly [id: string]: Operation }> = {
  readonly [I in keyof O]: Handler<O[I]["path"], BodyOf<O[I]>, MemberOf<O[I]>, AnyDocumentOf<O[I]>>;
};

/** An operation, and what carries it out. */
export type HandledOperation = Operation & Handler;

/** The operations of a noun with their handlers; the compiler finds one that is missing. */
export function handledBy<O extends { readonly [id: string]: Operation }>(
  operations: O,
  handlers: Handlers<O>,
): readonly HandledOperation[] {
  return Object.entries(operations).map(([id, operation]) => ({ ...operation, ...(handlers[id] as Handler) }));
}
