import { armHost } from "./resource-types.ts";

/** One cloud's Azure Resource Manager. */
export interface ManagementPlane {
  readonly origin: string;
  /** What the tokens for it have as `aud`, without a slash at the end: its own address, and the older interface's. */
  readonly audiences: readonly string[];
}

/**
 * The public cloud, whose tokens are asked for unless an address says otherwise, and the national ones.
 * Source: "Azure Resource Manager endpoints" and "Token audiences" of the national clouds' developer guides.
 */
export const publicPlane: ManagementPlane = {
  origin: armHost,
  audiences: [armHost, "https://management.core.windows.net"],
};

export const managementPlanes: readonly ManagementPlane[] = [
  publicPlane,
  {
    origin: "https://management.chinacloudapi.cn",
    audiences: ["https://management.chinacloudapi.cn", "https://management.core.chinacloudapi.cn"],
  },
  {
    origin: "https://management.usgovcloudapi.net",
    audiences: ["https://management.usgovcloudapi.net", "https://management.core.usgovcloudapi.net"],
  },
];
