import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import type { CredentialSources } from "../../access/access-settings.ts";

/**
 * Whether an admin may name a place as that of a credential: an environment holds other secrets too, and a server other
 * files. The usual places of a kind may always be named.
 */
export function isPermitted(place: CredentialPlace, { environment, files }: CredentialSources): boolean {
  switch (place.kind) {
    case "usual":
      return true;
    case "environment":
      return environment.includes(place.name);
    case "file":
      return files.some((each) => each === place.path || (each.endsWith("/") && isBelow(place.path, each)));
  }
}

/** Nothing that leads up again, and no other spelling of it. */
function isBelow(path: string, folder: string): boolean {
  const rest = path.slice(folder.length);
  return path.startsWith(folder) && rest !== "" && rest.split("/").every((each) => !["", ".", ".."].includes(each));
}
