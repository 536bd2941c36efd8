import type { Action } from "../../contract/action.ts";
import type { Caller } from "./caller.ts";

/** What it is asked about. */
export interface Subject {
  /** Null: the service itself, or the project. */
  readonly stack: string | null;
  /** Only for `stack:create`: what the stack is to be made in. Policies about the service hold as well. */
  readonly project?: string;
  /** Only for `resource:*`: the type token and the origin of the provider that holds the object. */
  readonly resource?: {
    readonly type: string;
    readonly address: string;
    readonly origin: string | null;
    /** A grant of others that a write takes away, or that comes back. Left out: an object of the stack itself. */
    readonly ofOthers?: boolean;
    /** What is written, as texts, and under `old.NAME` what stands there; absent where nothing is written. */
    readonly values?: Readonly<Record<string, string>>;
  };
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
