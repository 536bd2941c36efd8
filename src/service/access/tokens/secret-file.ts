import { strangerAtSecret } from "../../../files/secret-at.ts";
import type { Stranger } from "../../../files/stranger-at.ts";

/**
 * Why a file with a credential is not used: another user could have written it, can replace it, or may read it, or
 * nothing can be said of it. Null where it is only ours, and where nothing is there. Looks at the file system each
 * time.
 */
export function secretFileFault(path: string): string | null {
  let found: Stranger | null;
  try {
    found = strangerAtSecret(path);
  } catch {
    return `${path} can't be read`;
  }
  return found === null ? null : `${path} is not used, because ${found.why}: ${found.wayOut}`;
}
