import { addressIn, privateKindOf } from "../guards/private-address.ts";

/**
 * Names of the metadata service of a machine in Google's cloud. Source: its documentation, and the vendor's library.
 */
const names: ReadonlySet<string> = new Set([
  "metadata.google.internal",
  "metadata.google.internal.",
  "metadata",
  "localhost",
]);

/** Variables by which the library is told where it is. */
const variables = ["GCE_METADATA_HOST", "GCE_METADATA_IP"] as const;

/**
 * Why the environment's word for the metadata service is not believed; null where it is. Whoever answers there has the
 * machine's identity to give: that is this machine, or what is on its own link, and no other address.
 */
export function whyNoMetadataService(environment: Readonly<Record<string, string | undefined>>): string | null {
  const variable = variables.find((name) => (environment[name] ?? "") !== "");
  if (variable === undefined) return null;
  const url = URL.parse(`http://${(environment[variable] ?? "").replace(/^https?:\/\//, "")}`);
  const address = url === null ? undefined : addressIn(url.hostname);
  const kind = address === undefined ? undefined : privateKindOf(address);
  if (kind === "loopback" || kind === "link-local" || (url !== null && names.has(url.hostname))) return null;
  return `${variable} names ${url?.host ?? "no host"}: no metadata service of Google's is there`;
}
