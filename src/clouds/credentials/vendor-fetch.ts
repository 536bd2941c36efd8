import type { Fetch } from "../../base/fetch.ts";
import { fullRequest } from "../../base/light-request.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { Withheld } from "../../engine/ports/withheld.ts";
import type { Passage } from "./credential-rule.ts";
import type { CredentialSource } from "./credential-source.ts";
import { credentialsOf } from "./credentials-of.ts";
import { localCredentialsOf } from "./local-credentials-of.ts";
import type { Machine } from "./machine.ts";
import { outwards, routed } from "./outwards.ts";
import { natureOf } from "./provider-origin.ts";
import { struckAnswers } from "./struck-answers.ts";
import { tellingFailures } from "./telling-failures.ts";

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
    for (const [name, value] of Object.entries(headers)) setField(request, name, value);
    return bounded(request);
  };
}

/** Sets a field of a request. The platform's own refusal would quote the value, which is a credential: Withheld names the field alone. */
function setField(request: Request, name: string, value: string): void {
  try {
    request.headers.set(name, new Headers([[name, value]]).get(name) ?? "");
  } catch {
    const detail = `no credentials: what was given can't be sent in the field \`${name}\`: it holds a line break, or another character that no field can`;
    throw new Withheld({ kind: "denied", detail, lacks: "credential" });
  }
}

/** The parts of that fetch: where it may go, with which credential (null for none), and how its sign-ins go. */
export function vendorWay(
  provider: ProviderInstance,
  passage: Exclude<Passage, { kind: "refused" }>,
  options: VendorFetchOptions,
): { readonly bounded: Fetch; readonly credentials: CredentialSource | null; readonly signIn: Fetch } {
  const { environment, network, version, machine, now, timeoutMs = usualTimeoutMs } = options;
  const means = { environment, network, machine };
  const sending = (by: typeof passage) => struckAnswers(tellingFailures(outwards(by, means), environment));
  const [guarded, open] = [sending(passage), struckAnswers(tellingFailures(routed(means), environment))];
  const tokenOrigins = passage.kind === "bound" ? (passage.tokenOrigins ?? []) : [];
  const boundedTo =
    (origins: readonly string[], send = guarded): Fetch =>
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
  // Which addresses a vendor's library may ask is judged where it is called. Those that were allowed besides are guarded, as calls are.
  const signIn: Fetch = async (request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    const { origin } = new URL(request.url);
    const isGuarded = tokenOrigins.includes(origin) && natureOf(origin).kind !== "loopback";
    const send = isGuarded ? guarded : open;
    return send(new Request(fullRequest(request), { redirect: "manual", signal }));
  };
  const { kind, config } = provider;
  const { credential } = passage.binding;
  // What the environment names for a sign-in may be within a company's network: its operator has named it.
  const named = passage.kind === "bound" ? { ...passage, mayBePrivate: true } : passage;
  const elsewhere = (origin: string) => boundedTo([origin], sending(named));
  const placed = {
    ...{ environment, machine, bounded: boundedTo([...passage.origins, ...tokenOrigins]), now },
    ...{ config, tokenOrigins, signIn, elsewhere },
  };
  const credentials =
    passage.kind === "local"
      ? localCredentialsOf(kind, credential, {
          environment,
          machine,
          bounded,
          now,
          principal: config["localPrincipal"],
        })
      : credentialsOf(kind, credential, placed);
  return { bounded, credentials, signIn };
}
