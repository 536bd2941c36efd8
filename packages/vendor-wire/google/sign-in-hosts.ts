import { publicUniverse } from "./hosts.ts";

/** The interfaces by which Google's credentials are exchanged for tokens. */
export type SignInService = "sts" | "iamcredentials" | "oauth2";

/** POST, with the token as for a call: what it is. Source: the vendor's client library, `getTokenInfo`. */
export const tokenInfoAddress = `https://oauth2.${publicUniverse}/tokeninfo`;

/** Names of a region, as in `europe-west3` and `u-france-east1`. */
const region = /^[a-z]+(-[a-z]+)+[0-9]{1,2}$/;

/** Hosts besides those of the interface's own name, of the public cloud: `token_uri` of older files. */
const olderHosts: Readonly<Record<SignInService, readonly string[]>> = {
  sts: [],
  iamcredentials: [],
  oauth2: ["accounts.google.com", "www.googleapis.com"],
};

/**
 * True for a host at which a universe offers an interface: by its name, for calls with a client's certificate (`mtls`),
 * and in a region (`rep`). Exact: no other name below the same domain is one. Source: the vendor's client libraries and
 * "Validate credential configurations from external sources"; "Regional endpoints" of its documentation.
 */
export function isSignInHost(hostname: string, service: SignInService, universe: string): boolean {
  if (hostname === `${service}.${universe}` || hostname === `${service}.mtls.${universe}`) return true;
  if (universe === publicUniverse && olderHosts[service].includes(hostname)) return true;
  const [head = "", tail = ""] = [`${service}.`, `.rep.${universe}`];
  if (!hostname.startsWith(head) || !hostname.endsWith(tail)) return false;
  return region.test(hostname.slice(head.length, -tail.length));
}

/**
 * True for the address at which AWS says who has signed a request; `{region}` stands for the region. The address is
 * never asked: the signed request for it is what the workload proves itself with. Source: the vendor's client library;
 * AWS's endpoints of STS.
 */
export function isCallerIdentity(address: string): boolean {
  const url = URL.parse(address.replaceAll("{region}", "region-1"));
  if (url === null || url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "")
    return false;
  return (
    /^sts(\.[a-z0-9-]+)?\.amazonaws\.com(\.cn)?$/.test(url.hostname) &&
    url.searchParams.getAll("Action").join() === "GetCallerIdentity"
  );
}
