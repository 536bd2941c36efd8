import { readFileSync } from "node:fs";
import { isJsonObject, type Json, type JsonObject } from "../../packages/base/json/json.ts";

/** One thing that a vendor really answers, where that is told, and what must become of it. */
export interface RecordedCase {
  /** What the vendor does, in one sentence. */
  readonly about: string;
  /** `owner/repository: path/to/file` or `owner/repository#number`, each. */
  readonly sources: readonly string[];
  /** Which declaration of `subjects.ts` is played. */
  readonly subject: string;
  /** The first one that matches a request and is not used up answers it. */
  readonly exchanges: readonly Exchange[];
  readonly driver: readonly DriverCall[];
  readonly commands: readonly CommandLine[];
}

/** A matcher and the raw answer to the requests that match. */
export interface Exchange {
  /** Method and path; `*` stands for (a part of) a segment. */
  readonly request: string;
  /** Query parameters that the request must have. */
  readonly query?: Readonly<Record<string, string>>;
  /** A text that the request's body must hold. */
  readonly holds?: string;
  /** How many requests it answers at most. */
  readonly times?: number;
  /** Only once a request of this method has been sent, or only until then. */
  readonly after?: string;
  readonly until?: string;
  /** Only during this command, counted from 1. */
  readonly in?: number;
  readonly answer: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    /** A JSON document, or a text as it is. */
    readonly body?: Json;
    readonly text?: string;
  };
}

/** A call of the driver's own; what it gives must hold at least these members. */
export interface DriverCall {
  readonly call: "create" | "update" | "delete" | "undelete" | "read" | "poll" | "list";
  /** Of a read: the object may be called otherwise by now. */
  readonly renamed?: true;
  /** Of a read: the version that is known. */
  readonly version?: string;
  /** As if during this command. */
  readonly in?: number;
  /** Of a poll. */
  readonly operationName?: string;
  readonly gives: JsonObject;
}

export interface CommandLine {
  readonly line: string;
  /** Milliseconds that pass before it. */
  readonly after?: number;
  readonly exits: number;
  /** Texts that its output has, and texts that it has not. */
  readonly says?: readonly string[];
  readonly hides?: readonly string[];
  /** Every write that it sends, `METHOD last-segment`, in order. */
  readonly sends: readonly string[];
}

const source = /^[\w.-]+\/[\w.-]+(#\d+|: \S+)$/;

/** Reads a case; throws for one that says not where it comes from, or that plays nothing. */
export function readCase(path: string): RecordedCase {
  const document: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isJsonObject(document)) throw new Error(`${path}: no case`);
  const { about, sources, exchanges, driver, commands } = document;
  const told = Array.isArray(sources) ? sources : [];
  if (told.length === 0) throw new Error(`${path}: a case without source is refused`);
  for (const each of told)
    if (typeof each !== "string" || !source.test(each))
      throw new Error(
        `${path}: ${JSON.stringify(each)} is no source: give owner/repository: file, or owner/repository#1`,
      );
  if (typeof about !== "string" || about === "") throw new Error(`${path}: it does not say what it is about`);
  for (const list of [exchanges, driver, commands])
    if (!Array.isArray(list) || list.length === 0)
      throw new Error(`${path}: it needs exchanges, calls of the driver and commands`);
  return document as unknown as RecordedCase;
}
