import { armHost } from "./resource-types.ts";

/** One of Azure's clouds: its management plane, and where its callers sign in. */
export interface ManagementPlane {
  /** What a provider's `environment` calls it, and the vendor's own tools do in `ARM_ENVIRONMENT`. */
  readonly name: string;
  readonly origin: string;
  /** What the tokens for it have as `aud`, without a slash at the end: its own address, and the older interface's. */
  readonly audiences: readonly string[];
  /** Where tokens for it are issued; the first is the one that is asked. */
  readonly authorities: readonly [string, ...string[]];
}

/**
 * The public cloud, whose tokens are asked for unless an address says otherwise, and the national ones. Source: "Azure
 * Resource Manager endpoints" and "Token audiences" of the national clouds' developer guides; the vendor's identity
 * library (`AzureAuthorityHosts`).
 */
export const publicPlane: ManagementPlane = {
  name: "public",
  origin: armHost,
  audiences: [armHost, "https://management.core.windows.net"],
  authorities: ["https://login.microsoftonline.com"],
};

export const managementPlanes: readonly ManagementPlane[] = [
  publicPlane,
  {
    name: "china",
    origin: "https://management.chinacloudapi.cn",
    audiences: ["https://management.chinacloudapi.cn", "https://management.core.chinacloudapi.cn"],
    authorities: ["https://login.chinacloudapi.cn", "https://login.partner.microsoftonline.cn"],
  },
  {
    name: "usgovernment",
    origin: "https://management.usgovcloudapi.net",
    audiences: ["https://management.usgovcloudapi.net", "https://management.core.usgovcloudapi.net"],
    authorities: ["https://login.microsoftonline.us"],
  },
];

/** The plane of this name; undefined for none. */
export function planeNamed(name: unknown): ManagementPlane | undefined {
  return managementPlanes.find((each) => each.name === name);
}

/** The plane at this origin; undefined where none is. */
export function planeAtOrigin(origin: string): ManagementPlane | undefined {
  return managementPlanes.find((each) => each.origin === origin);
}

/**
 * The plane whose objects an https address leads to: its own host, one in a region (`westeurope.management.azure.com`)
 * or one of a private link (`management.privatelink.azure.com`); undefined for any other. Source: the vendor's "Private
 * Link for managing Azure resources", and its regional endpoints.
 */
export function planeLedTo({ protocol, hostname }: Pick<URL, "protocol" | "hostname">): ManagementPlane | undefined {
  const name = hostname.replace(/\.$/, "").replace(".privatelink.", ".");
  return managementPlanes.find(({ origin }) => {
    const own = new URL(origin).hostname;
    return protocol === "https:" && (name === own || name.endsWith(`.${own}`));
  });
}

/**
 * The plane that a provider's configuration means: the one at its `baseUrl`, else that of its `environment`, else the
 * public one.
 */
export function planeOfConfig(config: Readonly<Record<string, unknown>>): ManagementPlane {
  const base = config["baseUrl"];
  const origin = typeof base === "string" ? (URL.parse(base)?.origin ?? "") : "";
  return planeAtOrigin(origin) ?? planeNamed(config["environment"]) ?? publicPlane;
}
