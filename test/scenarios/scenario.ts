import type { Json, JsonObject } from "../../packages/base/json/json.ts";

/** A call on a vendor's wire that is not ours: what somebody else does behind our back. */
export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  readonly as?: string;
}

/** A configuration value: given, or an output that a resource has at this moment. */
export type ConfigValue = Json | { readonly $of: string; readonly output: string };

/** What must hold whatever the golden file says. */
export interface Expectation {
  /** Of a run; `rejected` when the request itself is refused. */
  readonly status?: "done" | "failed" | "refused" | "cancelled" | "rejected";
  /** `name: action` of every step but `same` and `read`; a replaced object's removal is `name~`. */
  readonly changes?: Readonly<Record<string, string>>;
  /** Codes of all problems, sorted. */
  readonly codes?: readonly string[];
  /** `action object` of the local cloud's write log, in order; the object by its last path segment. */
  readonly writes?: readonly string[];
  /** Paths of the fields that a named step changes. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** Part of the outputs: the stack's after a run, those read by `get`, `lookup` and `import`. */
  readonly outputs?: JsonObject;
  /** True: planning again right afterwards finds nothing to do. */
  readonly settled?: boolean;
}

export interface Step {
  /** Why the step is there. */
  readonly say: string;
  readonly do: "plan" | "up" | "destroy" | "import" | "get" | "lookup" | "drift" | "refresh" | "undo";
  /** Of an undo: the number of the step whose run it undoes, from 1. */
  readonly undoes?: number;
  readonly seed?: readonly Json[];
  readonly write?: readonly WireCall[];
  /** Milliseconds by which the local cloud's clock goes ahead, after what was seeded and written. */
  readonly clock?: number;
  /** Milliseconds that go by for everybody, after what was seeded and written. */
  readonly later?: number;
  readonly stack?: string;
  /** File beside the scenario. */
  readonly declaration?: string;
  /** Puts what the imports so far printed below `resources:` of the declaration. */
  readonly withImported?: boolean;
  readonly config?: Readonly<Record<string, ConfigValue>>;
  readonly type?: string;
  readonly name?: string;
  readonly id?: string;
  readonly state?: JsonObject;
  readonly function?: string;
  readonly arguments?: JsonObject;
  readonly expect: Expectation;
}

export interface Scenario {
  readonly about: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** `moves`: waiting for an operation takes time. */
  readonly time?: "moves";
  /** That of its declarations; `test` unless told. */
  readonly project?: string;
  readonly steps: readonly Step[];
}
