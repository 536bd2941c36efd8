import { NotSent } from "../../../engine/ports/not-sent.ts";
import { addressIn, type PrivateKind, privateKindOf } from "./private-address.ts";

export interface AddressGuard {
  /**
   * Throws NotSent when the address of this URL is not allowed. Gives the addresses that were found for its name, and
   * are to be connected to; null where there was no name to ask for, or no server to ask.
   */
  check(url: URL): Promise<readonly string[] | null>;
  /**
   * Why the address that is written out in this URL is not allowed; null where it is, and for names. Looks nothing up.
   */
  whyRefused(url: URL): string | null;
}

export interface GuardOptions {
  /** Whether an address of this kind is what is meant; null is a public one. */
  readonly allows: (kind: PrivateKind | null, url: URL) => boolean;
  /** What whoever named the address can do about it. */
  readonly remedy: (url: URL) => string;
  /** The addresses of a name; none when it has none. Left out: names are taken as they are. */
  readonly resolve?: ((name: string) => Promise<readonly string[]>) | undefined;
  /** Addresses that are written out are given back to be connected to, too: no proxy stands between. */
  readonly isDirect?: boolean;
  /** A proxy leads to this address and looks its name up. Left out: none does. */
  readonly isProxied?: (url: URL) => boolean;
}

/**
 * Keeps calls away from this machine and from private networks, where metadata services and others trust whoever
 * reaches them, unless that is meant. A name is looked up anew for each call, and what was found is what is connected
 * to: what a name means a moment before or after says nothing.
 */
export function addressGuard({ allows, remedy, resolve, isDirect = false, isProxied }: GuardOptions): AddressGuard {
  const fault = (url: URL, kinds: readonly (PrivateKind | null)[]): string | null => {
    const kind = kinds.find((each) => !allows(each, url));
    if (kind === undefined) return null;
    return `the address leads to ${url.host}, a ${kind ?? "public"} address; ${remedy(url)}`;
  };
  const refuse = (url: URL, kinds: readonly (PrivateKind | null)[]) => {
    const detail = fault(url, kinds);
    if (detail !== null) throw new NotSent({ kind: "invalid", code: "private-address", detail });
  };
  return {
    whyRefused: (url) => {
      const address = addressIn(url.hostname);
      if (address !== undefined) return fault(url, [privateKindOf(address)]);
      return isThisMachine(url.hostname) ? fault(url, ["loopback"]) : null;
    },
    check: async (url) => {
      const hostname = url.hostname.toLowerCase();
      const address = addressIn(hostname);
      if (address !== undefined) {
        refuse(url, [privateKindOf(address)]);
        return isDirect ? [address] : null;
      }
      if (isThisMachine(hostname)) {
        refuse(url, ["loopback"]);
        if (isDirect) return ["127.0.0.1", "::1"];
      }
      const found = isThisMachine(hostname) || isProxied?.(url) === true ? undefined : await resolve?.(hostname);
      if (found === undefined) return null;
      if (found.length === 0)
        throw new NotSent({ kind: "unavailable", detail: `${hostname} has no address`, retryAfterMs: null });
      refuse(url, found.map(privateKindOf));
      return found;
    },
  };
}

/** Names that mean this machine whatever a name service says (RFC 6761), also with the dot that ends a whole name. */
function isThisMachine(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname);
}
