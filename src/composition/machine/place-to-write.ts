import { lstatSync, statSync } from "node:fs";
import { Fault } from "../../../packages/base/fault.ts";
import { foreignLink } from "../../files/path-access.ts";
import { isHanded, NoFile } from "../../files/regular-file.ts";
import { realPath } from "./real-path.ts";

/**
 * Where a file is to be put so that its name means it from then on: what a link leads to, be it there or not, is
 * written and not the link. Null for a device, and for a pipe that this process was handed, which are written to.
 * Throws NoFile for a folder and for a pipe that can't be read, a Fault where a link on the way is another
 * user's, who would say what is overwritten, and what the file system throws.
 */
export function placeToWrite(path: string): string | null {
  if (isHanded(path)) return null;
  const found = foreignLink(path);
  if (found !== null)
    throw new Fault(
      "store-failed",
      `${path} is not written, because ${found.why}: take that link away, or name another file`,
    );
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry?.isCharacterDevice() === true) return null;
  if (entry !== undefined && !entry.isFile()) throw new NoFile(entry);
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realPath(path) : path;
}
