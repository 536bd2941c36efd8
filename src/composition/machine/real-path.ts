import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** More links than these in a row lead in a circle. */
const mostLinks = 40;

/** Where a path leads, absolute and with no link on it, be anything there or not. */
export function realPath(path: string, links = mostLinks): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const parent = dirname(whole);
    if (parent === whole || links === 0) return whole;
    const place = join(realPath(parent, links), basename(whole));
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
