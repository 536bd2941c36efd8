/** How a process that many share is to be opened. */
export interface WorkRequest {
  /** Folder of policies of the operators' own. */
  readonly policies: string | undefined;
  /** File with the settings of access. */
  readonly access: string | undefined;
  readonly logLevel: LogLevel;
  readonly driver: DriverName;
}

export const driverNames = ["own", "temporal"] as const;
/** Who drives runs: workers of our own, or Temporal. */
export type DriverName = (typeof driverNames)[number];

/** How a service is to be opened. */
export interface ServeRequest extends WorkRequest {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Files with the certificate and its key, PEM; both or neither. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Another token is made for the first admin, and the former one ends. */
  readonly newFirstAdmin: boolean;
  /** False: it only answers, and workers do what goes on without a caller. */
  readonly works: boolean;
  /** In memory, with a cloud of its own and without sign-in, for tests of programs. */
  readonly throwAway: boolean;
}

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** What carries out runs, and whatever else goes on without a caller. */
export interface RunningWorker {
  /** Begins nothing new, ends what is under way or hands it on, then closes. */
  stop(): Promise<void>;
}

export interface RunningService {
  readonly url: string;
  /** The file with the first admin's token, when one was made. */
  readonly firstAdmin: string | null;
  /** Settles when the service is not needed any more; left out where only the user ends it. */
  readonly over?: Promise<void>;
  /** Takes nothing new, ends what is under way or hands it on, then closes. */
  stop(): Promise<void>;
}
