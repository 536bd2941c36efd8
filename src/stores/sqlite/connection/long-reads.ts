import { DatabaseSync } from "node:sqlite";
import { type InParts, inTurns, type Turns } from "../../../../packages/base/turns.ts";
import { busyTimeoutMs } from "./lock-patience.ts";
import { Statements } from "./statements.ts";

/** So many parts of a read are done at once: less work than a turn may last, where they are of the usual size. */
const partsAtOnce = 200;
/** No longer than this, in milliseconds, where they are larger. */
const shortMs = 4;

/**
 * The beginning of work in parts: what comes of it where that is all of it; null where there is more, and then it is
 * left.
 */
export function shortWork<T>(work: InParts<T>): { readonly value: T } | null {
  const end = performance.now() + shortMs;
  for (let parts = 0; parts < partsAtOnce && performance.now() < end; parts += 1) {
    const part = work.next();
    if (part.done === true) return { value: part.value };
  }
  work.return(undefined as never);
  return null;
}

/**
 * A read in turns, as of the moment at which it begins, through a connection of its own that changes nothing: what
 * others commit meanwhile, this process included, waits for nothing and is not seen. Throws what SQLite throws.
 */
export async function longRead<T>(
  path: string,
  work: (statements: Statements) => InParts<T>,
  turns: Turns,
): Promise<T> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec(`PRAGMA busy_timeout=${busyTimeoutMs}; BEGIN`);
    return await inTurns(work(new Statements(database)), turns);
  } finally {
    database.close();
  }
}
