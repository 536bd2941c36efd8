import { Withheld } from "../../engine/ports/withheld.ts";
import { addressIn, type PrivateKind, privateKindOf } from "./private-address.ts";

export interface AddressGuard {
  /**
   * Throws Withheld when the address of this URL is not allowed. Gives the addresses that were found for its name, and are
   * to be connected to; null where there was no name to ask for, or nobody to ask.
   */
  check(url: URL): Promise<readonly string[] | null>;
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
 * whoever reaches them. A name is looked up anew for each call, and what was found is what is connected to: what a name
 * means a moment before or after says nothing. This machine itself is allowed unless providers are meant to lead to the
 * vendors (`PLUMB_CLOUD=vendors`). Behind a proxy names are the proxy's business, and it is asked nothing beforehand.
 */
export function addressGuard({ environment, resolve }: GuardOptions): AddressGuard {
  const allowed = new Set((environment[allowance] ?? "").split(",").map((host) => host.trim().toLowerCase()));
  const loopbackToo = (environment["PLUMB_CLOUD"] ?? "local") === "local";
  const lookUp = environment["NODE_USE_ENV_PROXY"] === "1" ? undefined : resolve;
  const refuse = (url: URL, kinds: readonly (PrivateKind | null)[]) => {
    const kind = kinds.find((each) => each !== null && !(each === "loopback" && loopbackToo));
    if (kind === undefined || kind === null) return;
    throw new Withheld({
      kind: "invalid",
      code: "private-address",
      detail: `baseUrl leads to ${url.host}, a ${kind} address; set ${allowance}=${url.hostname} if that is meant`,
    });
  };
  return {
    check: async (url) => {
      const hostname = url.hostname.toLowerCase();
      const address = addressIn(hostname);
      if (allowed.has("*") || allowed.has(hostname) || allowed.has(address ?? hostname)) return null;
      const kind = address !== undefined ? privateKindOf(address) : isThisMachine(hostname) ? "loopback" : undefined;
      if (kind !== undefined) {
        refuse(url, [kind]);
        return null;
      }
      const found = await lookUp?.(hostname);
      if (found === undefined) return null;
      if (found.length === 0)
        throw new Withheld({ kind: "unavailable", detail: `${hostname} has no address`, retryAfterMs: null });
      refuse(url, found.map(privateKindOf));
      return found;
    },
  };
}

function isThisMachine(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}
