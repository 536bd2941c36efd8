import type { Fetch } from "../../base/fetch.ts";
import { fullRequest } from "../../base/light-request.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { Withheld } from "../../engine/ports/withheld.ts";
import type { Passage } from "./credential-rule.ts";
import type { CredentialSource } from "./credential-source.ts";
import { credentialsOf } from "./credentials-of.ts";
import { localCredentialsOf } from "./local-credentials-of.ts";
import type { Machine } from "./machine.ts";
import { outwards } from "./outwards.ts";

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
 * The fetch of one provider by one passage: with the credential that may go there, a user agent and a time limit, and never
 * to any other origin. A redirect is handed back, not followed. Throws Withheld where nothing was sent.
 */
export function vendorFetch(
  provider: ProviderInstance,
  passage: Exclude<Passage, { kind: "refused" }>,
  options: VendorFetchOptions,
): Fetch {
  const { bounded, credentials } = vendorWay(provider, passage, options);
  return async (request) => {
    const headers = (await credentials?.(request.url)) ?? {};
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return bounded(request);
  };
}

/** The two parts of that fetch: where it may go, and with which credential; null for none. */
export function vendorWay(
  provider: ProviderInstance,
  passage: Exclude<Passage, { kind: "refused" }>,
  options: VendorFetchOptions,
): { readonly bounded: Fetch; readonly credentials: CredentialSource | null } {
  const { environment, network, version, machine, now, timeoutMs = usualTimeoutMs } = options;
  const sending = (by: typeof passage) => outwards(by, { environment, network, machine });
  const tokenOrigins = passage.kind === "bound" ? (passage.tokenOrigins ?? []) : [];
  const boundedTo =
    (origins: readonly string[], send = sending(passage)): Fetch =>
    async (request) => {
      const url = new URL(request.url);
      if (!origins.includes(url.origin) || url.username !== "" || url.password !== "") {
        const detail = `${url.origin} is not where the provider ${provider.ref} leads to, so nothing was sent there`;
        throw new Withheld({ kind: "invalid", detail, code: "foreign-origin" });
      }
      request.headers.set("user-agent", `plumbline/${version}`);
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
      return send(new Request(fullRequest(request), { redirect: "manual", signal }));
    };
  const bounded = boundedTo(passage.origins);
  const { kind, config } = provider;
  const { credential } = passage.binding;
  const means = { environment, machine, bounded, now };
  // What the environment names for a sign-in may be within a company's network: its operator has named it.
  const named = passage.kind === "bound" ? { ...passage, mayBePrivate: true } : passage;
  const elsewhere = (origin: string) => boundedTo([origin], sending(named));
  const placed = {
    ...means,
    bounded: boundedTo([...passage.origins, ...tokenOrigins]),
    config,
    tokenOrigins,
    elsewhere,
  };
  const credentials =
    passage.kind === "local"
      ? localCredentialsOf(kind, credential, { ...means, principal: config["localPrincipal"] })
      : credentialsOf(kind, credential, placed);
  return { bounded, credentials };
}
