import type { ForeignAccess } from "../../../files/foreign-access.ts";
import { foreignAccessToSecret } from "../../../files/secret-file-access.ts";

/**
 * Why a file with a credential is not used: another user could have written it, can replace it, or may read it, or
 * nothing can be said of it. Null where it is only ours, and where nothing is there. Looks at the file system each
 * time.
 */
export function secretFileFault(path: string): string | null {
  let found: ForeignAccess | null;
  try {
    found = foreignAccessToSecret(path);
  } catch {
    return `${path} can't be read`;
  }
  return found === null ? null : `${path} is not used, because ${found.why}: ${found.wayOut}`;
}
