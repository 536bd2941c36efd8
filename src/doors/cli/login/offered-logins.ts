import { isJsonObject } from "../../../base/json.ts";
import type { LoginOffer } from "../../../contract/documents/access.ts";
import type { CliWorld } from "../cli-world.ts";

/** Where the server says people sign in; none where it does not say. Asked without a token: there is none yet. */
export async function offeredLogins(world: Pick<CliWorld, "api" | "signal">): Promise<readonly LoginOffer[]> {
  const fetch = await world.api();
  const request = new Request("http://plumbline.local/v1/logins", {
    headers: { accept: "application/json" },
    signal: world.signal,
  });
  const response = await fetch(request).catch((cause: unknown) => {
    if (world.signal.aborted) throw cause;
    return null;
  });
  if (response?.status !== 200) return [];
  const body: unknown = await response.json().catch(() => null);
  const logins = isJsonObject(body) ? body["logins"] : null;
  return Array.isArray(logins) ? logins.filter(isOffer) : [];
}

function isOffer(value: unknown): value is LoginOffer {
  if (!isJsonObject(value)) return false;
  return ["issuer", "clientId", "scope", "audience"].every((name) => typeof value[name] === "string");
}
