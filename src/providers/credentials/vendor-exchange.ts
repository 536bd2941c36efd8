import {
  type Exchange,
  type ExchangeRequest,
  type Fields,
  withFields,
} from "../../../packages/base/exchange/exchange.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import { NotSent } from "../../engine/ports/not-sent.ts";
import { outwards, routed } from "./guards/outwards.ts";
import { struckAnswers } from "./guards/struck-answers.ts";
import { explainedFailures } from "./sign-in/explained-failures.ts";
import { isKnownSignIn } from "./sign-in/sign-in-places.ts";
import type { Passage } from "./sources/credential-rule.ts";
import type { CredentialSource } from "./sources/credential-source.ts";
import { credentialsOf } from "./sources/credentials-of.ts";
import { localCredentialsOf } from "./sources/local-credentials-of.ts";
import type { Machine } from "./sources/machine.ts";
import type { VendorAccesses } from "./vendor-accesses.ts";

export interface VendorOptions {
  readonly accesses: VendorAccesses;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly network: Exchange;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Of this program, for the user agent. */
  readonly version: string;
  /** Left out: only the environment gives credentials, and names are not looked up. */
  readonly machine?: Machine | undefined;
  /** How long an exchange that begins now may take, its body included, in milliseconds; left out: as is usual. */
  readonly limitMs?: () => number;
}

/** Longer than any answer that is still to come; what takes longer runs on as an operation that is polled. */
export const usualTimeoutMs = 60_000;

/**
 * The exchange of one provider by one passage: with the credential that may go there, a user agent and a time limit,
 * and never to any other origin. A redirect is handed back, not followed. Throws NotSent where nothing was sent.
 */
export function vendorExchange(
  provider: ProviderInstance,
  passage: Exclude<Passage, { kind: "refused" }>,
  options: VendorOptions,
): Exchange {
  const { bounded, credentials } = vendorWay(provider, passage, options);
  return async (request) => {
    const shown = Object.entries((await credentials?.(request.url)) ?? {});
    const fields: Fields = Object.fromEntries(shown.map(([name, value]) => [name.toLowerCase(), fitting(name, value)]));
    return bounded(withFields(request, fields));
  };
}

/** What no value of a field can hold (RFC 9110, section 5.5), and no byte is. */
const unfit = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * The value of a field. The platform's own refusal would quote it, and it is a credential: NotSent names the field
 * alone.
 */
function fitting(name: string, value: string): string {
  const bare = value.replace(/^[\t\r\n ]+|[\t\r\n ]+$/g, "");
  if (!unfit.test(bare)) return bare;
  const detail =
    `no credentials: what was given can't be sent in the field \`${name}\`: ` +
    "it holds a line break, or another character that no field can";
  throw new NotSent({ kind: "denied", detail, lacks: "credential" });
}

/** The parts of that exchange: where it may go, with which credential (null for none), and how its sign-ins go. */
export function vendorWay(
  provider: ProviderInstance,
  passage: Exclude<Passage, { kind: "refused" }>,
  options: VendorOptions,
): { readonly bounded: Exchange; readonly credentials: CredentialSource | null; readonly signIn: Exchange } {
  const { accesses, environment, network, version, machine, now, limitMs = () => usualTimeoutMs } = options;
  const means = { accesses, environment, network, machine };
  const sending = (by: typeof passage) => struckAnswers(explainedFailures(outwards(by, means), environment));
  const [guarded, open] = [sending(passage), struckAnswers(explainedFailures(routed(means), environment))];
  const tokenOrigins = passage.kind === "bound" ? (passage.tokenOrigins ?? []) : [];
  const inTime = (request: ExchangeRequest): ExchangeRequest => ({
    ...request,
    timeoutMs: Math.min(limitMs(), request.timeoutMs ?? usualTimeoutMs),
  });
  const boundedTo =
    (origins: readonly string[], send = guarded): Exchange =>
    async (request) => {
      const url = new URL(request.url);
      if (!origins.includes(url.origin) || url.username !== "" || url.password !== "") {
        const detail = `${url.origin} is not where the provider ${provider.ref} leads to, so nothing was sent there`;
        throw new NotSent({ kind: "invalid", detail, code: "foreign-origin" });
      }
      return send(withFields(inTime(request), { "user-agent": `plumbline/${version}` }));
    };
  const bounded = boundedTo(passage.origins);
  // Which origins a vendor's library may ask is judged where it is called. All but the vendors' own sign-ins are
  // guarded, as calls are.
  const signIn: Exchange = async (request) => {
    const isKnown = isKnownSignIn(new URL(request.url), { environment, tokenOrigins, accesses });
    return (isKnown ? open : guarded)(inTime(request));
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
      ? localCredentialsOf(accesses.of(kind).signIn, credential, {
          environment,
          machine,
          bounded,
          now,
          principal: config["localPrincipal"],
        })
      : credentialsOf(accesses.of(kind).signIn, credential, placed);
  return { bounded, credentials, signIn };
}
