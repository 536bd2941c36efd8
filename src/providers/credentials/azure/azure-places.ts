import type { JsonObject } from "../../../../packages/base/json/json.ts";
import {
  managementPlanes,
  planeAtOrigin,
  planeNamed,
  planeOfConfig,
} from "../../../../packages/vendor-wire/azure/management-planes.ts";
import type { Contradiction, VendorPlaces } from "../vendor-access.ts";

const origins: readonly string[] = managementPlanes.map(({ origin }) => origin);
const authorities: readonly string[] = managementPlanes.flatMap((plane) => plane.authorities);

/**
 * Variables by which the place where a process runs names whom its identity is asked from: this machine, or what stands
 * beside it. Source: the vendor's library.
 */
const placeVariables = ["IDENTITY_ENDPOINT", "MSI_ENDPOINT", "IMDS_ENDPOINT", "AZURE_POD_IDENTITY_AUTHORITY_HOST"];

/** No POST of ARM's that a driver needs is a read: `listKeys` and its like hand out secrets. */
export const azurePlaces: VendorPlaces = {
  publicOrigins: origins,
  usualOrigins: () => origins,
  addresses: (config) => {
    const { baseUrl, environment } = config;
    if (typeof baseUrl === "string" && baseUrl !== "") return [{ base: baseUrl, field: "baseUrl" }];
    return [{ base: planeOfConfig(config).origin, field: environment === undefined ? null : "environment" }];
  },
  contradiction: (config) => otherPlane(config),
  isSignIn: ({ origin, protocol }, environment) =>
    (protocol === "https:" && authorities.includes(origin)) ||
    placeVariables.some((name) => URL.parse(environment[name] ?? "")?.origin === origin),
};

function otherPlane({ baseUrl, environment }: JsonObject): Contradiction | null {
  const named = planeNamed(environment);
  const led = typeof baseUrl === "string" ? planeAtOrigin(URL.parse(baseUrl)?.origin ?? "") : undefined;
  if (named === undefined || led === undefined || named === led) return null;
  const what = `${led.origin} is the management plane of the cloud \`${led.name}\``;
  const why = `${what}, and \`environment\` says \`${named.name}\`: leave out the one that is not meant`;
  return { field: "baseUrl", why };
}
