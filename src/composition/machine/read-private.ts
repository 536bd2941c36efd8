import { dirname } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { foreignAccessAt } from "../../files/foreign-access.ts";
import { foreignAccessOnPath } from "../../files/path-access.ts";
import { readRegularFile } from "../../files/regular-file.ts";
import { keepPrivate } from "../../stores/sqlite/connection/private-file.ts";

/**
 * The text of a file that holds secrets, which is closed to others; undefined where there is none. Throws a Fault where
 * another user could have written it, and what `readRegularFile` throws.
 */
export function readPrivate(path: string): string | undefined {
  const found = foreignAccessOnPath(path) ?? foreignAccessAt(dirname(path)) ?? foreignAccessAt(path);
  if (found !== null) throw new Fault("store-failed", `${path} is not read, because ${found.why}: ${found.wayOut}`);
  try {
    const text = readRegularFile(path);
    keepPrivate(path);
    return text;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw cause;
  }
}
