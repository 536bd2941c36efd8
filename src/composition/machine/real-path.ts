import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** More links than these in a row lead in a circle. */
const mostLinks = 40;

/** Where a path leads, absolute and with no link on it, be anything there or not. */
export function realPath(path: string, links = mostLinks): string {
  try {
    // As it stands: what `..` leads to behind a link is for the system to tell.
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    if (parent === path || links === 0) return resolve(path);
    const place = join(realPath(parent, links), basename(path));
    const target = linkAt(place);
    return target === null ? place : realPath(resolve(dirname(place), target), links - 1);
  }
}

/** Null where there is no link, or where it can't be looked at. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
