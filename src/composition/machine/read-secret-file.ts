import { Fault } from "../../../packages/base/fault.ts";
import { readRegularFile } from "../../files/regular-file.ts";
import { foreignAccessToSecret } from "../../files/secret-file-access.ts";

/**
 * The text of a file with a secret, which an operator named and whose modes are theirs to set. Throws
 * Fault("secrets-unreadable") where another user could have written it, can replace it, or may read it, and what the
 * file system throws.
 */
export function readSecretFile(path: string): string {
  const found = foreignAccessToSecret(path);
  if (found !== null)
    throw new Fault("secrets-unreadable", `${path} is not used, because ${found.why}: ${found.wayOut}`);
  return readRegularFile(path);
}
