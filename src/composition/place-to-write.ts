import { lstatSync, readlinkSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** More links than these in a row lead in a circle. */
const mostLinks = 40;

/**
 * Where a file is to be put so that its name means it from then on: what a link leads to, be it there or not, is written and not
 * the link. Null for what is there and is no file. Throws what the file system throws.
 */
export function privatePlace(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return null;
  let place = path;
  for (let links = 0; links < mostLinks; links += 1) {
    if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() !== true) break;
    place = resolve(dirname(place), readlinkSync(place));
  }
  return place;
}
