import type { Json } from "../../packages/base/json/json.ts";
import type { ProblemDocument } from "./documents/problems.ts";
import type { Expected } from "./expected.ts";
import type { QueryValue } from "./operation.ts";

/** A call of an operation of the API, as data: the same over HTTP and within the process. */
export interface Call {
  /** Id of the operation. */
  readonly operation: string;
  /** What the names in the path of the operation stand for, without escapes. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [string, QueryValue])[];
  /** Null: none was sent. */
  readonly body: CallBody | null;
  /** What must stand before a write; null: the caller says nothing of that. */
  readonly expected: Expected | null;
  readonly idempotencyKey: string | null;
  readonly preferences: Preferences;
  /** Of a stream that is taken up again: id of the last event that the caller has. */
  readonly lastEventId: string | null;
  /**
   * What can't be read of the call: told once the caller is let in, or, of its form, has the right to it. Null:
   * nothing.
   */
  readonly flaw: { readonly in: "path" | "form"; readonly cause: unknown } | null;
  /** False where only the head of the answer is asked for: a stream is not opened for it. */
  readonly wantsBody: boolean;
}

/** A document, or the way to it: what comes over a network is read once the caller is let in. */
export type CallBody = { readonly document: Json } | { readonly read: () => Promise<ReadBody> };

export interface ReadBody {
  /** Undefined where nothing was sent. */
  readonly document: Json | undefined;
  /** As it was sent. */
  readonly text: string;
}

/** What the caller would like (RFC 7240), as far as the API knows it. */
export interface Preferences {
  readonly isMinimal: boolean;
  readonly isAsync: boolean;
  /** How many seconds the caller would wait. */
  readonly wait: number | null;
}

const noPreferences: Preferences = { isMinimal: false, isAsync: false, wait: null };

/** A call that says so much, and nothing of all else. */
export function callOf(operation: string, parts: Partial<Omit<Call, "operation">> = {}): Call {
  return {
    operation,
    path: {},
    query: [],
    body: null,
    expected: null,
    idempotencyKey: null,
    preferences: noPreferences,
    lastEventId: null,
    flaw: null,
    wantsBody: true,
    ...parts,
  };
}

/** Where a call comes from. */
export interface CallSource {
  /** `Authorization`, as it was sent. */
  readonly authorization: string | null;
  /** Address of the machine at the other end; null within the process. */
  readonly address: string | null;
  readonly userAgent: string | null;
  /** `Request-Id` and `traceparent`, as they were sent. */
  readonly requestId: string | null;
  readonly traceparent: string | null;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** The source of a call that never leaves the process. */
export function ownSource(signal: AbortSignal): CallSource {
  return { authorization: null, address: null, userAgent: null, requestId: null, traceparent: null, signal };
}

/** What a call is answered with. */
export type Answer = Answered | Refused;

/** The result of an operation. */
export interface Answered extends Outcome {
  readonly kind: "answered";
  readonly headers: Readonly<Record<string, string>>;
}

/** What a handler gives; at most one of `document`, `stream` and `text` is there. */
export interface Outcome<D = unknown> {
  readonly status: number;
  readonly document?: D;
  readonly stream?: EventStream;
  /** A document in another media type than JSON. */
  readonly text?: { readonly media: string; readonly content: string };
  /** Opaque, without quotes; of a document that can be written or asked for conditionally. */
  readonly etag?: string;
  readonly location?: string;
  /** What else is told, by the names that HTTP has for it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why there is no other answer. */
export interface Refused {
  readonly kind: "refused";
  readonly problem: ProblemDocument;
  readonly headers: Readonly<Record<string, string>>;
}

/** One event of a stream. */
export interface StreamedEvent {
  /** By which a client that was cut off goes on. */
  readonly id?: string;
  readonly data: object;
}

/** Events as they happen; ends when nothing more will. */
export interface EventStream {
  readonly events: AsyncIterable<StreamedEvent>;
  /** Many streams carry the very same documents: each is written once for all of them. */
  readonly isShared?: true;
}

/** What a stream is where only the head of its answer is asked for. */
export const unopened: EventStream = { events: { async *[Symbol.asyncIterator]() {} } };

/** Carries out calls: the only way to the operations of the API. Never throws. */
export type Calls = (call: Call, source: CallSource) => Promise<Answer>;
