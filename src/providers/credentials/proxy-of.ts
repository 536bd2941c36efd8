import { BlockList, isIP } from "node:net";
import { metadataOrigins } from "../../../packages/base/exchange/metadata-origins.ts";
import { privateKindOf } from "./guards/private-address.ts";

/** How a call leaves this machine, as the environment says. */
export type ProxyRoute =
  | { readonly kind: "direct" }
  /** `url` may hold a user name and a password. `variable`: where it stands. */
  | { readonly kind: "proxy"; readonly url: string; readonly variable: string }
  /** Something is named that is not spoken here. A call that was meant to go by it goes nowhere. */
  | { readonly kind: "unusable"; readonly why: string; readonly variable: string };

type Environment = Readonly<Record<string, string | undefined>>;

const direct: ProxyRoute = { kind: "direct" };

/**
 * The variables that name a proxy for a scheme. The first that is set counts, as it does for curl and Go's programs.
 */
const variables: Readonly<Record<string, readonly string[]>> = {
  "https:": ["https_proxy", "HTTPS_PROXY"],
  "http:": ["http_proxy", "HTTP_PROXY"],
};

/**
 * The way of a call to this address, by `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`. Pure. No proxy leads to this
 * machine, or to what only it reaches (decision 0067).
 */
export function proxyOf(url: URL, environment: Environment): ProxyRoute {
  const isSet = (name: string) => (environment[name] ?? "").trim() !== "";
  const variable = variables[url.protocol]?.find(isSet);
  if (variable === undefined || isExempt(url, environment)) return direct;
  const text = (environment[variable] ?? "").trim();
  // An address without a scheme is one of an HTTP proxy.
  const proxy = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (proxy === null || proxy.hostname === "") return { kind: "unusable", variable, why: `${variable} is no address` };
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:") {
    const kind = proxy.protocol.slice(0, -1);
    const why = `${variable} names a proxy of the kind ${kind}; only http and https proxies are used`;
    return { kind: "unusable", variable, why };
  }
  return { kind: "proxy", url: proxy.href, variable };
}

/**
 * Whether `NO_PROXY` names the host: `*`, a name with all names below it, an address, a network as `10.0.0.0/8`, each
 * maybe with a port.
 */
function isExempt(url: URL, environment: Environment): boolean {
  const host = bare(url.hostname.toLowerCase());
  if (/(^|\.)localhost\.?$/.test(host) || (isIP(host) !== 0 && isOwn(host))) return true;
  const listed = [environment["no_proxy"], environment["NO_PROXY"]].find((each) => (each ?? "").trim() !== "") ?? "";
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return listed
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== "" && names(entry, host, port));
}

const metadataHosts: ReadonlySet<string> = new Set(metadataOrigins.map((origin) => bare(new URL(origin).hostname)));

/**
 * Whether an address is this machine's own, or one on its own link: a proxy would ask for its own identity instead of
 * this machine's.
 */
function isOwn(address: string): boolean {
  const kind = privateKindOf(address);
  return kind === "loopback" || kind === "link-local" || metadataHosts.has(address);
}

function names(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  const { name, only } = withPort(entry);
  if (only !== null && only !== port) return false;
  if (name.includes("/")) return holds(name, host);
  if (isIP(name) !== 0 || isIP(host) !== 0) return name === host;
  const domain = name.replace(/^\*?\./, "");
  const whole = host.replace(/\.$/, "");
  return whole.endsWith(`.${domain}`) || (whole === domain && domain === name);
}

/** An entry in its two parts. An address of IPv6 has colons of its own: its port stands behind brackets. */
function withPort(entry: string): { readonly name: string; readonly only: string | null } {
  const bracketed = /^\[(.*)\](?::(\d+))?$/.exec(entry);
  if (bracketed !== null) return { name: bracketed[1] ?? "", only: bracketed[2] ?? null };
  const plain = /^([^:]*):(\d+)$/.exec(entry);
  return plain === null ? { name: entry, only: null } : { name: plain[1] ?? "", only: plain[2] ?? null };
}

function holds(network: string, host: string): boolean {
  const [net = "", bits = ""] = network.split("/");
  const family = isIP(net);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (family === 6 ? 128 : 32)) return false;
  const kind = family === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addSubnet(net, Number(bits), kind);
  return list.check(host, kind);
}

/** A host without the brackets of IPv6. */
function bare(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}
