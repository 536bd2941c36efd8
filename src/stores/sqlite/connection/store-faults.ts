import { Fault } from "../../../../packages/base/fault.ts";
import { RowDamage } from "../../rows/row-damage.ts";

/** Primary result codes of SQLite, the low byte of every result code (https://www.sqlite.org/rescode.html). */
const codes = {
  error: 1,
  busy: 5,
  locked: 6,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  notadb: 26,
} as const;

/** What SQLite's result codes say of reading, writing and synchronising, for people. */
const failedActs: Readonly<Record<number, string>> = {
  266: "reading",
  522: "reading",
  778: "writing",
  1034: "synchronising",
  1290: "synchronising the directory of",
  1546: "shortening",
  2570: "deleting",
  4874: "growing",
};

interface SqliteError extends Error {
  readonly code: "ERR_SQLITE_ERROR";
  readonly errcode: number;
  readonly errstr: string;
}

export function isSqliteError(cause: unknown): cause is SqliteError {
  return cause instanceof Error && (cause as { code?: unknown }).code === "ERR_SQLITE_ERROR";
}

/** What Node throws for a number beyond those that JavaScript tells apart, which we never write. */
function isUnheldNumber(cause: unknown): cause is RangeError {
  return cause instanceof RangeError && (cause as { code?: unknown }).code === "ERR_OUT_OF_RANGE";
}

/** True when another process keeps the database locked. */
export function isLocked({ errcode }: SqliteError): boolean {
  return (errcode & 0xff) === codes.busy || (errcode & 0xff) === codes.locked;
}

/**
 * True when nothing may be believed of the open connection any more: the medium failed, is full, or holds what SQLite
 * can't read. After a failed write or fsync it is unknown what the page cache and the disk hold.
 */
export function endsConnection(cause: unknown): boolean {
  if (cause instanceof RowDamage || isUnheldNumber(cause)) return true;
  if (cause instanceof Fault) return cause.code === "store-damaged";
  if (!isSqliteError(cause)) return false;
  const primary = cause.errcode & 0xff;
  return (
    primary === codes.readonly ||
    primary === codes.ioerr ||
    primary === codes.corrupt ||
    primary === codes.full ||
    primary === codes.cantopen ||
    primary === codes.notadb
  );
}

/** The one fault of a damaged store: what is damaged, and the way out. */
export function damaged(path: string, what: string, cause?: unknown): Fault {
  return new Fault(
    "store-damaged",
    `the state database ${path} is damaged: ${what}. Nothing was changed; \`plumb doctor\` says what can be recovered`,
    cause === undefined ? {} : { cause },
  );
}

/** What SQLite or the file system threw, as the fault that callers know; anything else as it is. */
export function storeFault(path: string, cause: unknown): unknown {
  if (cause instanceof Fault) return cause;
  if (cause instanceof RowDamage) return damaged(path, cause.message, cause);
  if (isUnheldNumber(cause)) return damaged(path, "a number in it is none that was written", cause);
  if (isSqliteError(cause)) return faultOfSqlite(path, cause);
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  if (cause instanceof Error && typeof code === "string" && (cause as NodeJS.ErrnoException).syscall !== undefined) {
    return failed(`the state database ${path} can't be reached: ${reasonOf(code)}`, cause);
  }
  return cause;
}

/** Does the work; what it throws is the fault that callers know. */
export function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw storeFault(path, cause);
  }
}

function faultOfSqlite(path: string, cause: SqliteError): Fault {
  switch (cause.errcode & 0xff) {
    case codes.corrupt:
      return damaged(path, "its pages disagree", cause);
    case codes.notadb:
      return damaged(path, "it is no database", cause);
    // SQLite can't make sense of a statement of ours: the tables are not those that we made.
    case codes.error:
      return damaged(path, "its tables are not ours", cause);
    case codes.busy:
    case codes.locked:
      return new Fault("store-busy", `another process keeps the state database ${path} locked; try again`, { cause });
    case codes.full:
      return failed(`the disk is full: the state database ${path} can't grow. Make room and run again`, cause);
    case codes.readonly:
      return failed(`the state database ${path}, or its directory, can't be written to`, cause);
    case codes.cantopen:
      return failed(`the state database ${path} can't be opened: check its directory and rights`, cause);
    case codes.ioerr: {
      const act = failedActs[cause.errcode] ?? "using";
      return failed(
        `the disk failed, or is full, while ${act} the state database ${path}. ` +
          "What was just written may or may not be kept; the next run finds out",
        cause,
      );
    }
    default:
      return failed("the state database failed", cause);
  }
}

function failed(message: string, cause: Error): Fault {
  return new Fault("store-failed", message, { cause, privateDetail: cause.message });
}

function reasonOf(code: string): string {
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EROFS: "the file system is read-only",
    EACCES: "the rights are missing",
    EPERM: "the rights are missing",
    EIO: "the disk failed",
    ENOENT: "its directory is gone",
    ENOTDIR: "its directory is no directory",
    EISDIR: "it is a directory",
  };
  return reasons[code] ?? code;
}
