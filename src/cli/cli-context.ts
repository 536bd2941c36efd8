import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Problem } from "../../packages/base/problems/problem.ts";
import type { Result } from "../../packages/base/result.ts";
import type { Calls } from "../contract/call.ts";
import type { ProgramMissing, ProgramProcess } from "../programs/program-process.ts";
import type { RunningService, RunningWorker, ServeRequest, WorkRequest } from "./connection/running-service.ts";
import type { StoreCare } from "./connection/store-care.ts";
import type { Generator } from "./declarations/generator.ts";
import type { Lesson } from "./learn/lesson.ts";
import type { PackedReport, ReportRequest } from "./reports/packed-report.ts";

/** A stream that text is written to. `columns` is its width in characters, 0 when unknown. */
export interface OutputStream {
  write(text: string): void;
  readonly isTTY: boolean;
  /** Characters of a line, as the window is now; 0 where it is no terminal. */
  readonly columns: number;
  /** Lines of the window, as it is now; absent where it is no terminal. */
  readonly rows?: number | undefined;
}

/** Output that could not be written; the command was carried out all the same. */
export interface LostOutput {
  /** Its reader has gone away (`| head`). */
  readonly isUnread: boolean;
  /** In the system's words. */
  readonly why: string;
}

/** Where an issuer's page sends the browser back to. */
export interface BrowserRedirect {
  readonly address: string;
  /** The address with what the issuer has put into it; null where the browser did not come in time. */
  readonly arrived: Promise<URL | null>;
  /** Awaits it no longer. */
  close(): void;
}

/** A call to a platform that is under way. */
export interface PlatformCall {
  /** The platform's title. */
  readonly platform: string;
  /** The object that it is about, by its id; of a list the type. */
  readonly about: string;
  /** In milliseconds since the epoch. */
  readonly since: number;
}

/** Lines that are redrawn at the end of what is written. */
export interface RedrawnLines {
  print(lines: readonly string[]): void;
  close(): void;
}

/** What this process waits for. */
export interface PlatformCalls {
  /** The oldest first. */
  underWay(): readonly PlatformCall[];
  /**
   * Takes the lines that a command redraws from now on, so that notices go above them and questions wipe them;
   * undefined: none any more.
   */
  redraws(lines: RedrawnLines | undefined): void;
}

export type OriginNature =
  | { readonly kind: "public" | "private" | "loopback" }
  | { readonly kind: "never"; readonly why: string };

/** Everything outside the process that a command touches; commands reach it through this alone. */
export interface CliContext {
  /** The operations of the API: of this process, or of the server that is named; built on first use. */
  readonly calls: (server: string | undefined) => Promise<Calls>;
  /**
   * The control surface of the local cloud, `/_local/...`: of this process, or of the server that is named. Requests
   * are addressed to `http://plumbline.local`.
   */
  readonly localCloud: () => Promise<Exchange>;
  /** Serves the local cloud; `closed` settles when the server has ended. */
  readonly serveCloud: (port: number) => Promise<{ readonly url: string; readonly closed: Promise<void> }>;
  /** Opens a service for many callers, and listens. Problems are those of its settings. */
  readonly serve: (request: ServeRequest) => Promise<Result<RunningService, readonly Problem[]>>;
  /** Opens what carries out the runs of services over the same store. Problems are those of its settings. */
  readonly work: (request: WorkRequest) => Promise<Result<RunningWorker, readonly Problem[]>>;
  /** How addresses other than the server's are reached: where people sign in. */
  readonly network: Fetch;
  /** The browser of this machine, for signing in. */
  readonly browser: {
    /** Opens an address, where this machine can. */
    open(address: string): Promise<void>;
    /** Awaits the browser at an address of this machine, with that state. */
    redirect(state: string, milliseconds: number): Promise<BrowserRedirect>;
  };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** What was lost of all that was written, once that is known; null where nothing was. Writing itself never fails. */
  readonly lostOutput: () => Promise<LostOutput | null>;
  /**
   * `ask` shows the question (never on stdout, which may carry JSON) and gives the line typed, which is not shown where
   * it is hidden. `rest` asks nothing and gives all that a file or a pipe holds.
   */
  readonly stdin: {
    readonly isTTY: boolean;
    ask(question: string, isHidden?: boolean): Promise<string>;
    rest(): Promise<string>;
  };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Text files, UTF-8, each written whole or not at all. What is no file is refused, and neither waited for nor
   * replaced, unless this process was handed it; a link of another user's is not written through. All throw a Fault
   * where the file system refuses.
   */
  readonly files: {
    /** Undefined where there is none. */
    read(path: string): Promise<string | undefined>;
    /** The same for what is read because another file lies beside it: it must not belong to some third user. */
    readBeside(path: string, beside: string): Promise<string | undefined>;
    /** Makes a file, and the folders that are missing; false where anything is there, which stays as it is. */
    make(path: string, text: string): Promise<boolean>;
    /** Makes a file, and the folders that are missing, or replaces it with its rights. */
    write(path: string, text: string): Promise<void>;
    /** Replaces a file by what is to become of it, undefined where there is none. One process does so at a time. */
    change<E>(
      path: string,
      next: (text: string | undefined) => Result<string, E> | Promise<Result<string, E>>,
    ): Promise<Result<undefined, E>>;
    /** What no other user can have written. */
    readPrivate(path: string): Promise<string | undefined>;
    /** For the user's own eyes; pipes and devices are written to. */
    writePrivate(path: string, text: string): Promise<void>;
    /**
     * Replaces what no other user can have written by what is to become of it; null leaves it. One process does so at a
     * time.
     */
    changePrivate(path: string, next: (text: string | undefined) => string | null): Promise<void>;
    exists(path: string): Promise<boolean>;
    /** Where a path leads, absolute and with no link on it, be anything there or not. */
    realPath(path: string): Promise<string>;
    /** The names of what lies in a folder; none where it can't be looked into. */
    namesIn(folder: string): Promise<readonly string[]>;
  };
  /** Whether a path leads into a state directory, ours or another, to where nothing of the user's own belongs. */
  readonly isStateFile: (path: string) => Promise<boolean>;
  /**
   * Starts a program of the user's own that declares a stack: without the credentials in our environment, but with the
   * variables that are asked for.
   */
  readonly startProgram: (file: string, asked: readonly string[]) => Promise<Result<ProgramProcess, ProgramMissing>>;
  /** Opens the tutorial in a folder, which is made where it is missing. */
  readonly openLesson: (folder: string) => Promise<Lesson>;
  /** Writes packages and programs. */
  readonly generator: () => Promise<Generator>;
  /** Packs what is recorded of a run into a file; null where nothing is. Throws what the file system throws. */
  readonly packReport: (request: ReportRequest) => Promise<PackedReport | null>;
  /** Opens what looks after this machine's own store, whatever server is named. */
  readonly storeCare: () => Promise<StoreCare>;
  /** Where an origin leads, as far as its text tells; `never`: no credential goes there, and why. */
  readonly natureOf: (origin: string) => Promise<OriginNature>;
  /** Settles when one of the files has been written since a time (`now`), or the user asks to stop. */
  readonly fileChange: (files: readonly string[], since: number) => Promise<void>;
  readonly version: string;
  /** Aborts when the user asks to stop. */
  readonly signal: AbortSignal;
  /**
   * Takes what is to be said of the work under way when the user asks to stop once more, and the command ends at once.
   */
  readonly leaving: (tell: () => readonly string[]) => void;
  /** Absent where nothing tells of them. */
  readonly platformCalls?: PlatformCalls;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Lets so many milliseconds pass; less when the user asks to stop, or when `until` aborts. */
  readonly sleep: (milliseconds: number, until?: AbortSignal) => Promise<void>;
}
