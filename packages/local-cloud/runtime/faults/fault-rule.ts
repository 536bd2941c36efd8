import type { Json } from "../../../base/json/json.ts";

/**
 * What a request to the local cloud can meet. Plain data; every kind says by its name what the sender goes through.
 * "Reads" are GET and HEAD, everything else is a write.
 */
export type InjectedFault =
  /** An error answer (400 to 599) in the vendor's own shape. `when` "after": the request took effect all the same. */
  | {
      readonly kind: "status";
      readonly status: number;
      readonly when?: "before" | "after";
      /** Sends `Retry-After`; absent: no such header. */
      readonly retryAfterSeconds?: number;
      /** How `Retry-After` is written; `seconds` when absent. A date is the virtual clock's, to the second. */
      readonly retryAfterForm?: "seconds" | "date";
    }
  /**
   * This very answer, whatever the vendor's shape: a page, a redirect, an answer that was recorded elsewhere. `body` is
   * a document, `text` goes out as it is. `when` "after": the request took effect all the same.
   */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: Json;
      readonly text?: string;
      readonly when?: "before" | "after";
    }
  /** The request arrives this much later. The only kind that goes together with others. */
  | { readonly kind: "latency"; readonly ms: number }
  /** The connection breaks before the request had any effect. */
  | { readonly kind: "reset-before" }
  /** The connection breaks after the request took effect, without an answer. */
  | { readonly kind: "reset-after" }
  /** The request took effect and the answer never comes: the sender gives up after `afterMs` (30 s when absent). */
  | { readonly kind: "lost-response"; readonly afterMs?: number }
  /** The request arrives twice, at once; the sender gets one of the answers, the second when `answer` is absent. */
  | { readonly kind: "duplicate"; readonly answer?: "first" | "second" }
  /**
   * Reads see the vendor's documents as they were `ms` of virtual time ago, or before the last `writes` effective
   * writes. What was before the first such rule came is not remembered: reads go back to then at most.
   */
  | { readonly kind: "read-lag"; readonly ms: number }
  | { readonly kind: "read-lag"; readonly writes: number }
  /** A write begins an operation that never finishes. `effect` "lost": nothing comes of it; `holds` when absent. */
  | { readonly kind: "stuck-operation"; readonly effect?: OperationEffect }
  /** A write begins an operation whose address answers 404. `effect` as above. */
  | { readonly kind: "vanished-operation"; readonly effect?: OperationEffect }
  /**
   * A write begins an operation that ends with this error (`google.rpc.Code`; 13 when absent). `effect` "holds" (when
   * absent): what was to be made is there half made, what was to be changed or deleted has been; "lost": nothing comes
   * of it. For vendors whose operations can end so.
   */
  | {
      readonly kind: "failed-operation";
      readonly code?: number;
      readonly message?: string;
      readonly effect?: OperationEffect;
    }
  /**
   * The request took effect, and the answer's body is cut off after `bytes` (half of it when absent). `ending`
   * "broken" (when absent): the connection breaks there; "clean": the answer is complete as far as HTTP can tell.
   */
  | { readonly kind: "truncated-body"; readonly bytes?: number; readonly ending?: "broken" | "clean" }
  /**
   * The answer is whole, and the server closes the connection on which it came once that is idle: at the moment at
   * which the next request on it is on its way, which has no effect and gets no answer. In process there is no
   * connection, and all is well.
   */
  | { readonly kind: "idle-close" }
  /**
   * A write that demands a version is answered as if that were not the present one; a write that demands none is no
   * match. A read shows the version tag before the present one, or a strange one where none is remembered.
   */
  | { readonly kind: "stale-etag" }
  /**
   * The answer to a read has another value at `at`, a JSON pointer below its body, as if the object had moved; without
   * `value` the place is gone from it. Documents stay as they are. An error answer is no match.
   */
  | { readonly kind: "other-value"; readonly at: string; readonly value?: Json };

export type OperationEffect = "holds" | "lost";

/** Which requests a rule is about, and which of those its fault hits. All members that are present must hold. */
export interface FaultMatch {
  readonly method?: string | readonly string[];
  /**
   * The path without query, as sent, letters in any case: `{name}` and `*` stand for (a part of) one segment,
   * `{+name}` and `**` for anything. So `v1/projects/**` is a prefix.
   */
  readonly path?: string;
  /** Name of the vendor's local server: `google`, `arm`, `databricks`. */
  readonly vendor?: string;
  /** Only the n-th matching request, counted from 1. */
  readonly nth?: number;
  /** Only every so manieth matching request. */
  readonly every?: number;
  /** How often the fault hits at most. */
  readonly times?: number;
  /**
   * How likely it hits a matching request, 0 to 1. Which ones follows from `seed`, the rule's id and their number
   * alone.
   */
  readonly probability?: number;
  /** 0 when absent. */
  readonly seed?: number;
}

export interface FaultRule {
  /** Unique; a fresh one is given when absent. */
  readonly id?: string;
  readonly match?: FaultMatch;
  readonly fault: InjectedFault;
}

/** A rule at work: how many requests matched it so far, and how many its fault has hit. */
export interface FaultCount {
  readonly id: string;
  readonly matched: number;
  readonly fired: number;
  readonly rule: FaultRule;
}
