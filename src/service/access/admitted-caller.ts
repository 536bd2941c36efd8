import type { Caller } from "./caller.ts";

/** A caller as HTTP or the CLI lets it in, with what its rights depend on beside what it is. */
export interface AdmittedCaller {
  readonly caller: Caller;
  /** Of the stacks that a token is limited to, by name, as they were when it was made. */
  readonly lineages: Readonly<Record<string, string>>;
  /** The token that has made this one: what it may not do, this one may not. */
  readonly maker: AdmittedCaller | null;
  /** When the proof ends, in milliseconds since the epoch. */
  readonly until: number;
}
