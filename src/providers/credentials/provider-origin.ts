import { addressIn, type PrivateKind, privateKindOf } from "./guards/private-address.ts";

/** Where an address leads, as far as its text tells. */
export type OriginNature =
  /** Encrypted, and nothing tells that it is private. */
  | { readonly kind: "public"; readonly origin: string }
  /** This machine, where a local cloud may listen. */
  | { readonly kind: "loopback"; readonly origin: string }
  | { readonly kind: "private"; readonly origin: string }
  /** Where no credential goes, whatever anybody says. */
  | { readonly kind: "never"; readonly why: string };

/** Pure: looks nothing up. What a name leads to is seen when it is called. */
export function natureOf(address: string): OriginNature {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    return { kind: "never", why: "this is no https address" };
  if (url.username !== "" || url.password !== "")
    return { kind: "never", why: "such an address holds no user name and no password" };
  const kind = privateKindIn(url.hostname);
  if (kind === "loopback") return { kind: "loopback", origin: url.origin };
  if (kind === "link-local")
    return { kind: "never", why: `${url.host} is a link-local address, where machines keep their own credentials` };
  if (url.protocol !== "https:")
    return { kind: "never", why: "credentials go over https only, and this is plain http" };
  return { kind: kind === null ? "public" : "private", origin: url.origin };
}

/** What the name or the address in a URL says of itself. */
function privateKindIn(hostname: string): PrivateKind | null {
  const address = addressIn(hostname);
  if (address !== undefined) return privateKindOf(address);
  return /(^|\.)localhost\.?$/.test(hostname) ? "loopback" : null;
}
