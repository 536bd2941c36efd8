import { lstatSync, statSync } from "node:fs";
import { Fault } from "../../../packages/base/fault.ts";
import { ofAnother } from "../../files/foreign-access.ts";
import { readRegularFile } from "../../files/regular-file.ts";

/**
 * The text of a file that was not named: it is read because it lies beside another. Whoever wrote that one, this user
 * and root may have put it there. Throws a Fault where a third has, and what `readRegularFile` throws.
 */
export function readBeside(path: string, beside: string): string {
  const me = process.getuid?.();
  if (me !== undefined) {
    const writers = [me, 0, statSync(beside, { throwIfNoEntry: false })?.uid ?? me];
    for (const entry of [lstatSync(path), statSync(path)]) {
      if (writers.includes(entry.uid)) continue;
      const { why, wayOut } = ofAnother(path, entry, me);
      throw new Fault("store-failed", `${path} is not read, because ${why}: ${wayOut}`);
    }
  }
  return readRegularFile(path);
}
