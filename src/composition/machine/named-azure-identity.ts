import { accessSync, constants, statSync } from "node:fs";
import { isHanded, NoFile } from "../../files/regular-file.ts";
import { whyFailed } from "../../files/why-failed.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that name an identity, in the order in which Azure's library looks for them: by a secret, or by a file that
 * holds one.
 */
const secret = "AZURE_CLIENT_SECRET";
const files = ["AZURE_CLIENT_CERTIFICATE_PATH", "AZURE_FEDERATED_TOKEN_FILE"];

/**
 * Why the identity that the environment names by a secret, a certificate or a workload's token can't be had; null where
 * it can, or none is named. Azure's chain goes on to whoever is signed in on the machine then, which is not who was
 * meant.
 */
export function whyNotNamedIdentity(environment: Environment): string | null {
  const isSet = (name: string) => (environment[name] ?? "") !== "";
  const missing = ["AZURE_CLIENT_ID", "AZURE_TENANT_ID"].filter((name) => !isSet(name));
  const named = [secret, ...files].find(isSet);
  if (named === undefined) return null;
  if (missing.length > 0) return `${named} is set, and takes ${missing.join(" and ")} as well: set them, or unset it`;
  const file = environment[named] ?? "";
  const why = files.includes(named) ? whyUnreadable(file) : null;
  return why === null
    ? null
    : `${named} names ${file}, which can't be read: ${why}; mount it there, or unset the variable`;
}

/** Looked at, not opened: what this process was handed open can be read only once, and the library is to read it. */
function whyUnreadable(path: string): string | null {
  try {
    accessSync(path, constants.R_OK);
    const entry = statSync(path);
    return entry.isFile() || isHanded(path) ? null : new NoFile(entry).message;
  } catch (cause) {
    return whyFailed(cause);
  }
}
