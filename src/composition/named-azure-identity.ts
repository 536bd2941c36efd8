import { accessSync, constants } from "node:fs";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Why the identity that `AZURE_CLIENT_SECRET` or `AZURE_FEDERATED_TOKEN_FILE` names can't be had; null where it can, or none is named.
 * Azure's chain goes on to whoever is signed in on the machine then, which is not who was meant.
 */
export function whyNotNamedIdentity(environment: Environment): string | null {
  const isSet = (name: string) => (environment[name] ?? "") !== "";
  const missing = ["AZURE_CLIENT_ID", "AZURE_TENANT_ID"].filter((name) => !isSet(name));
  const file = environment["AZURE_FEDERATED_TOKEN_FILE"] ?? "";
  const named = ["AZURE_CLIENT_SECRET", "AZURE_FEDERATED_TOKEN_FILE"].find(isSet);
  if (named === undefined) return null;
  if (missing.length > 0) return `${named} is set, and takes ${missing.join(" and ")} as well: set them, or unset it`;
  // The library looks for a secret first.
  if (isSet("AZURE_CLIENT_SECRET") || isReadable(file)) return null;
  return `AZURE_FEDERATED_TOKEN_FILE names ${file}, which can't be read: mount it there, or unset the variable`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
