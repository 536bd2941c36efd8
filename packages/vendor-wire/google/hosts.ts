/**
 * Where Google's APIs are. The addresses of an API are its name and the domain of a universe; the public cloud is the
 * universe `googleapis.com`, a sovereign one has a domain of its own (source: the vendor's client libraries,
 * `universe_domain`).
 */

export const publicUniverse = "googleapis.com";

/**
 * Universes that are known by name: the public one, and that of the French sovereign cloud (source: its documentation).
 */
export const knownUniverses: readonly string[] = [publicUniverse, "s3nsapis.fr"];

/**
 * The APIs that are spoken here, with the field of a provider's configuration that gives one of them another address.
 */
export const addressFields = {
  iam: "iamBaseUrl",
  connectors: "connectorsBaseUrl",
  compute: "computeBaseUrl",
} as const;

export type GoogleApi = keyof typeof addressFields;

export const googleApis = Object.keys(addressFields) as readonly GoogleApi[];

/** Origin of an API in a universe. */
export function hostOf(api: GoogleApi | "serviceusage", universe: string): string {
  return `https://${api}.${universe}`;
}

/** Default origins of the APIs in the public cloud. */
export const googleHosts: Readonly<Record<GoogleApi, string>> = {
  iam: hostOf("iam", publicUniverse),
  connectors: hostOf("connectors", publicUniverse),
  compute: hostOf("compute", publicUniverse),
};

/** The base address of an API, and the field of the configuration that it comes from; null for the vendor's own. */
interface ApiAddress {
  readonly base: string;
  readonly field: string | null;
}

/**
 * What a provider's configuration says of one API: its own address, else that of all, else the universe's host. Pure.
 */
export function apiAddress(config: Readonly<Record<string, unknown>>, api: GoogleApi): ApiAddress {
  for (const field of [addressFields[api], "baseUrl"]) {
    const base = config[field];
    if (typeof base === "string" && base !== "") return { base: base.replace(/\/+$/, ""), field };
  }
  const universe = universeOf(config);
  return { base: hostOf(api, universe), field: universe === publicUniverse ? null : "universeDomain" };
}

/** The universe that a provider's configuration names; the public one where it names none. */
export function universeOf(config: Readonly<Record<string, unknown>>): string {
  const named = config["universeDomain"];
  return typeof named === "string" && named !== "" ? named.toLowerCase() : publicUniverse;
}

/** The universe that a host name is one of: a known one, or else the one named besides; undefined for another name. */
export function universeAt(hostname: string, besides?: string): string | undefined {
  const name = hostname.replace(/\.$/, "");
  const universes = besides === undefined ? knownUniverses : [...knownUniverses, besides];
  return universes.find((each) => name.endsWith(`.${each}`));
}

/** Domain of an API in `ErrorInfo`, e.g. `iam.googleapis.com`. It is the same in every universe. */
export function serviceName(api: GoogleApi): string {
  return `${api}.${publicUniverse}`;
}
