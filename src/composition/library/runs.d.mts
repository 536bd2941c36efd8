/** A Plumbline over one store, as `openDeployment` gives it; what else is in it may change with any version. */
export interface Deployment {
  /** That of the package. */
  readonly version: string;
}

export interface DeploymentOptions {
  /** The state directory; `.plumb` when it is left out. */
  readonly dir?: string;
  /** Where the store, the cloud and credentials are (`PLUMB_STORE`, `PLUMB_CLOUD`, ...). Left out: that of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Opens what runs need. The store is opened at the first use. `close` gives back what is open. */
export function openDeployment(options?: DeploymentOptions): {
  readonly deployment: Deployment;
  close(): Promise<void>;
};

export interface AdvanceRequest {
  /** The project of the stack, and the stack's own name in it. */
  readonly project: string;
  readonly stack: string;
  /** Digest of the plan that the run begins with. Where the run has begun, its journal names the plan. */
  readonly plan: string;
  /** Id of the run, chosen by the caller; the same one for each call. */
  readonly run: string;
  /** Steps in flight at once. */
  readonly parallel: number;
  /** In milliseconds: where nothing can be done for longer, the run is put off and the stack given back. */
  readonly patience: number;
  /** Hears what happens, as it happens: the same events that `plumb up --json` writes, but for the last one. */
  readonly emit?: (event: { readonly event: string }) => void;
  /** Aborted: calls in flight are finished, none is begun, and the run ends as cancelled. */
  readonly cancelled?: AbortSignal;
  /** Aborted: calls in flight are finished, none is begun, and the run is put off until now. */
  readonly leaving?: AbortSignal;
}

export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
}

/** How a run ended. */
export interface RunSummary {
  readonly run: string;
  readonly status: "done" | "failed" | "refused" | "stopped" | "cancelled";
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly same: number;
  readonly failed: number;
  readonly skipped: number;
  readonly durationMs: number;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly problems: readonly Problem[];
}

/** What became of a run. */
export type Advanced =
  /** It is over, now or long since. What was refused changed nothing. */
  | { readonly kind: "ended"; readonly summary: RunSummary }
  /** A later round of it would do more than was approved. A new plan shows what, and is to be approved. */
  | { readonly kind: "needs-approval"; readonly summary: RunSummary }
  /** Nothing can be done before that moment, in milliseconds since the epoch. */
  | { readonly kind: "put-off"; readonly until: number }
  /** Another holds the stack, perhaps with the same run. The problem says who. */
  | { readonly kind: "held"; readonly problems: readonly Problem[] };

/**
 * Takes a run as far as it goes: begins it, or goes on with it where it broke off or was put off, under a new epoch of
 * its stack, and says what became of it. It may be called late, again, or by two processes at once: each write is fenced
 * by the epoch, and what was done is not done again. After a crash anywhere the next call goes on.
 *
 * It asks for no approval and keeps no document of the run: who may begin which run is for the caller to know. Throws an
 * error whose `problems` say why where there is no such plan, and one with a `code` where the store fails.
 */
export function advanceOnce(deployment: Deployment, request: AdvanceRequest): Promise<Advanced>;
