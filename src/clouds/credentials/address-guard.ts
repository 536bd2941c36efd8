import { Withheld } from "../../engine/ports/withheld.ts";
import { addressIn, type PrivateKind, privateKindOf } from "./private-address.ts";

export interface AddressGuard {
  /** Throws Withheld when the address of this URL is not allowed. */
  check(url: URL): Promise<void>;
}

interface GuardOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The addresses of a name; none when it has none. Left out: names are taken as they are. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

/** Environment variable with the hosts, comma separated, whose addresses may be private; `*` for all. */
const allowance = "PLUMB_ALLOW_PRIVATE_BASE_URL";

/**
 * Keeps base addresses away from this machine and from private networks, where metadata services and others trust
 * whoever reaches them. A name is looked up anew for each call: what it meant a moment ago says nothing. This machine
 * itself is allowed unless providers are meant to lead to the vendors (`PLUMB_CLOUD=vendors`).
 */
export function addressGuard({ environment, resolve }: GuardOptions): AddressGuard {
  const allowed = new Set((environment[allowance] ?? "").split(",").map((host) => host.trim().toLowerCase()));
  const loopbackToo = (environment["PLUMB_CLOUD"] ?? "local") === "local";
  const isRefused = (kind: PrivateKind | null) => kind !== null && !(kind === "loopback" && loopbackToo);
  return {
    check: async (url) => {
      const hostname = url.hostname.toLowerCase();
      if (allowed.has("*") || allowed.has(hostname) || allowed.has(addressIn(hostname) ?? hostname)) return;
      const kinds = await kindsOf(hostname, resolve);
      const kind = kinds.find(isRefused);
      if (kind === undefined || kind === null) return;
      throw new Withheld({
        kind: "invalid",
        code: "private-address",
        detail: `baseUrl leads to ${url.host}, a ${kind} address; set ${allowance}=${hostname} if that is meant`,
      });
    },
  };
}

async function kindsOf(hostname: string, resolve: GuardOptions["resolve"]): Promise<readonly (PrivateKind | null)[]> {
  const address = addressIn(hostname);
  if (address !== undefined) return [privateKindOf(address)];
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return ["loopback"];
  return ((await resolve?.(hostname)) ?? []).map(privateKindOf);
}
