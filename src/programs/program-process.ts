/** A program of the user's own, running as a child process that follows the program protocol. */
export interface ProgramProcess {
  /** Sends one line. */
  send(line: string): void;
  /** The lines that the program sends, until it ends. */
  readonly lines: AsyncIterable<string>;
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it at once, with whatever it has started. */
  kill(): void;
}

/** Why a program can't even be started. */
export interface ProgramMissing {
  readonly detail: string;
  readonly hint: string;
}
