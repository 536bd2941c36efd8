// What workflow, activities and client say to one another. It is in histories that are kept for as long as runs last: a
// field is added, and none is taken away.

/** The workflow's name. */
export const workflowName = "plumbRun";

/** Which run a workflow is about. All else that is to be known of it is in Plumbline's own store. */
export interface RunInput {
  /** The whole name: PROJECT/STACK. */
  readonly stack: string;
  readonly run: string;
}

/** What became of a run when it was advanced. */
export type Went =
  | { readonly kind: "ended"; readonly status: string | null }
  | { readonly kind: "awaits-approval" }
  /** Nothing can be done before that moment, in milliseconds since the epoch. */
  | { readonly kind: "put-off"; readonly until: number }
  /** Another process is at the stack, or at the run. */
  | { readonly kind: "held" | "lost" };

export interface Activities {
  advance(input: RunInput): Promise<Went>;
}

/** A caller has changed the run: its document says how. */
export const changedSignal = "changed";
/** A caller has asked the run to end: its document says so. */
export const cancelSignal = "cancel";
