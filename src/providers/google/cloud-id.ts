import { apiAddress, googleApis, universeAt, universeOf } from "../../../packages/vendor-wire/google/hosts.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";

/**
 * The clouds that the APIs of an instance are in, as one name: that of most of them, and each API that is in another.
 * So one set of places has one name, however it is spelt. Every host of a universe (`iam.googleapis.com`, a private
 * endpoint such as `iam-acme.p.googleapis.com`) leads to the same objects; any other address may lead to others
 * (decision 0079).
 */
export function cloudId({ config }: ProviderInstance): string {
  const universe = universeOf(config);
  const clouds = googleApis.map((api) => cloudAt(apiAddress(config, api).base, universe));
  const isShared = (cloud: string) => clouds.indexOf(cloud) !== clouds.lastIndexOf(cloud);
  const home = clouds.find(isShared) ?? clouds[0] ?? "";
  const elsewhere = googleApis.flatMap((api, index) => (clouds[index] === home ? [] : [`${api}=${clouds[index]}`]));
  return [home, ...elsewhere].join(" ");
}

/** The cloud at an address. A text that is no URL is refused at the first call; until then it names itself. */
function cloudAt(address: string, universe: string): string {
  const url = URL.parse(address);
  if (url === null) return address;
  const led = url.protocol === "https:" ? universeAt(url.hostname, universe) : undefined;
  return led === undefined ? url.origin : `https://${led}`;
}
