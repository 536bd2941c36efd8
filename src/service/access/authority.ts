import type { Caller } from "./caller.ts";

/**
 * What is asked for, in the words of the policies: `<what>:<verb>`. The second half of the union are the steps of a plan,
 * asked for when it is planned and again before each is carried out.
 */
export type Action =
  | "stack:list"
  | "stack:read"
  | "stack:create"
  | "stack:remove"
  | "declaration:read"
  | "declaration:write"
  | "check:run"
  | "type:read"
  | "plan:create"
  | "plan:read"
  | "run:start"
  | "run:read"
  | "run:cancel"
  | "run:approve"
  | "state:read"
  | "state:write"
  | "secret:reveal"
  | "object:read"
  | "object:write"
  | "token:manage"
  | "access:manage"
  | "audit:read"
  | "operations:read"
  | "operations:manage"
  | "resource:create"
  | "resource:update"
  | "resource:delete"
  | "resource:import";

/** What it is asked about. */
export interface Subject {
  /** Null: the service itself. */
  readonly stack: string | null;
  /** Only for `resource:*`: the type token and the origin of the provider that holds the object. */
  readonly resource?: { readonly type: string; readonly address: string; readonly origin: string | null };
}

export type Decision =
  | { readonly kind: "allowed" }
  /** `policies`: names of those that decided; for the log and the caller's message. */
  | { readonly kind: "denied"; readonly why: string; readonly policies: readonly string[] };

/** On whose behalf the service acts, and what that one may do. Decides from memory: no I/O. */
export interface Authority {
  readonly caller: Caller;
  /** When the proof of who it is ends, in milliseconds since the epoch. Absent: never. */
  readonly until?: number;
  decide(action: Action, subject: Subject): Decision;
  /** What the same caller may do now, for work that lasts longer than a request. Absent: nothing can change it. */
  renewed?(): Promise<Authority>;
}
