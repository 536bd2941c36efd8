import type { Fetch } from "../../base/fetch.ts";
import { fullRequest } from "../../base/light-request.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { Withheld } from "../../engine/ports/withheld.ts";
import { armHost } from "../arm/wire/resource-types.ts";
import { googleHosts } from "../google/wire/hosts.ts";
import { bearerHeader, type CredentialSource } from "./credential-source.ts";
import { databricksMachine } from "./databricks-credentials.ts";
import { googleToken } from "./google-credentials.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import type { Machine } from "./machine.ts";

export interface VendorFetchOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly network: Fetch;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Of this program, for the user agent. */
  readonly version: string;
  /** Left out: only the environment gives credentials, and names are not looked up. */
  readonly machine?: Machine | undefined;
  /** How long one exchange may take, its body included. */
  readonly timeoutMs?: number;
}

/** Longer than any answer that is still to come; what takes longer runs on as an operation that is polled. */
const usualTimeoutMs = 60_000;

/**
 * The fetch of one provider out to its vendor: with credentials, a user agent and a time limit, and never to anywhere but
 * the provider's own origins. A redirect is handed back, not followed. Throws Withheld where nothing was sent.
 */
export function vendorFetch(provider: ProviderInstance, options: VendorFetchOptions): Fetch {
  const { environment, network, version, machine, timeoutMs = usualTimeoutMs } = options;
  const guarded = guardedFetch({ environment, network, machine });
  const origins = originsOf(provider);
  const bounded: Fetch = async (request) => {
    const url = new URL(request.url);
    if (!origins.has(url.origin)) {
      const detail = `${url.origin} is not where the provider ${provider.ref} leads to, so nothing was sent there`;
      throw new Withheld({ kind: "invalid", detail, code: "foreign-origin" });
    }
    request.headers.set("user-agent", `plumbline/${version}`);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const send = vendorOrigins.has(url.origin) ? network : guarded;
    return send(new Request(fullRequest(request), { redirect: "manual", signal }));
  };
  const credentials = credentialsOf(provider, bounded, options);
  return async (request) => {
    const headers = (await credentials?.(request.url)) ?? {};
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return bounded(request);
  };
}

/** The vendors' public addresses, which need no guard. */
const vendorOrigins: ReadonlySet<string> = new Set([...Object.values(googleHosts), armHost]);

/** Where a provider's calls, and so its credentials, may go. */
function originsOf({ kind, config }: ProviderInstance): ReadonlySet<string> {
  const baseUrl = config["baseUrl"];
  if (typeof baseUrl === "string" && baseUrl !== "")
    return new Set(URL.canParse(baseUrl) ? [new URL(baseUrl).origin] : []);
  return new Set(kind === "google" ? Object.values(googleHosts) : kind === "azure" ? [armHost] : []);
}

/** A token of the environment comes first; then what the vendor's own tools would find. Null: none, as far as is known. */
function credentialsOf(
  { kind }: ProviderInstance,
  bounded: Fetch,
  { environment, machine, now }: VendorFetchOptions,
): CredentialSource | null {
  const given = (name: string) => (environment[name] === "" ? undefined : environment[name]);
  switch (kind) {
    case "google": {
      const token = given("GOOGLE_OAUTH_ACCESS_TOKEN");
      if (token !== undefined) return googleToken(token, given("GOOGLE_CLOUD_QUOTA_PROJECT"));
      return machine?.google() ?? null;
    }
    case "azure": {
      const token = given("ARM_ACCESS_TOKEN");
      return token === undefined ? (machine?.azure() ?? null) : async () => bearerHeader(token);
    }
    case "databricks": {
      const token = given("DATABRICKS_TOKEN");
      if (token !== undefined) return async () => bearerHeader(token);
      const [clientId, clientSecret] = [given("DATABRICKS_CLIENT_ID"), given("DATABRICKS_CLIENT_SECRET")];
      if (clientId === undefined || clientSecret === undefined) return null;
      return databricksMachine({ clientId, clientSecret }, bounded, now);
    }
    default:
      return null;
  }
}
