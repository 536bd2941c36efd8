import type { Fetch } from "../../base/fetch.ts";

/** A stream that text is written to. `columns` is its width in characters, 0 when unknown. */
export interface OutputStream {
  write(text: string): void;
  readonly isTTY: boolean;
  readonly columns: number;
}

/** Everything outside the process that a command touches; commands reach the world through it only. */
export interface CliWorld {
  /** The HTTP API as a function, built on first use. Requests are addressed to `http://plumbline.local`. */
  readonly api: () => Promise<Fetch>;
  /** Serves the local cloud; `closed` settles when the server has ended. */
  readonly serveCloud: (port: number) => Promise<{ readonly url: string; readonly closed: Promise<void> }>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** `ask` shows the question (never on stdout, which may carry JSON) and gives the line typed. */
  readonly stdin: { readonly isTTY: boolean; ask(question: string): Promise<string> };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Text files, UTF-8. `read` gives undefined where there is none; `write` makes missing folders. */
  readonly files: {
    read(path: string): Promise<string | undefined>;
    write(path: string, text: string): Promise<void>;
    exists(path: string): Promise<boolean>;
  };
  readonly version: string;
  /** Aborts when the user asks to stop. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
