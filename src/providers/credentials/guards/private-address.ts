import { BlockList, isIP } from "node:net";
import { embeddedAddresses } from "./embedded-address.ts";

/** Kinds of addresses that no vendor's public interface has. */
export type PrivateKind = "loopback" | "link-local" | "private";

const ranges: Readonly<Record<PrivateKind, readonly (readonly [string, number])[]>> = {
  loopback: [
    ["127.0.0.0", 8],
    ["::1", 128],
  ],
  // The metadata services of clouds live here.
  "link-local": [
    ["169.254.0.0", 16],
    ["fe80::", 10],
  ],
  private: [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    // Shared by carriers, and by some clouds for their own services.
    ["100.64.0.0", 10],
    ["172.16.0.0", 12],
    ["192.168.0.0", 16],
    ["::", 128],
    ["fc00::", 7],
    // Of one site, before there were those above.
    ["fec0::", 10],
  ],
};

let known: readonly { readonly kind: PrivateKind; readonly list: BlockList }[] | undefined;

/** Made at the first question: most commands ask none. */
function lists() {
  known ??= (Object.keys(ranges) as PrivateKind[]).map((kind) => {
    const list = new BlockList();
    for (const [net, prefix] of ranges[kind]) list.addSubnet(net, prefix, familyOf(net));
    return { kind, list };
  });
  return known;
}

/** The kind of an IP address, null for a public one. IPv4 addresses within IPv6 ones are seen through: those decide. */
export function privateKindOf(address: string): PrivateKind | null {
  const embedded = embeddedAddresses(address);
  const judged = embedded.length > 0 ? embedded : [address];
  return lists().find(({ list }) => judged.some((each) => list.check(each, familyOf(each))))?.kind ?? null;
}

/** The address in a URL's host, without the brackets of IPv6; undefined when the host is a name. */
export function addressIn(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) === 0 ? undefined : bare;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
