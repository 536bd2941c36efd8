import { isIPv6 } from "node:net";
import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import { Unreached } from "../../../packages/base/exchange/unreached.ts";
import { wordsOfFailure } from "../../../packages/base/exchange/words-of-failure.ts";
import { type Finding, failed, passed, undetermined } from "../../engine/ports/vendor-doctor.ts";
import { proxyOf } from "./proxy-of.ts";
import type { CredentialFacts } from "./sources/credential-facts.ts";
import type { CredentialSurroundings } from "./sources/find-credential.ts";

/** Clocks that differ by more make tokens that are not yet, or no longer, valid. */
const mostSkewMs = 60_000;
/** A credential that ends sooner may end within a run. */
const shortMs = 3_600_000;

/** What the answers of a vendor told besides what they were asked for. */
export interface Witnessed {
  /** By how much the vendor's clock is ahead, in milliseconds; null where no answer had a date. */
  skewMs: number | null;
  answers: number;
  /** Those of them in which the vendor takes the caller for somebody. */
  welcomes: number;
  /** The first failure to reach it, and what to do about it. */
  failure: { readonly what: string; readonly remedy: string } | null;
}

/** An exchange that notes when answers came, and what their `Date` said. */
export function witnessing(exchange: Exchange, seen: Witnessed, now: () => number): Exchange {
  return async (request) => {
    const sent = now();
    try {
      const response = await exchange(request);
      seen.answers += 1;
      if (response.status !== 401) seen.welcomes += 1;
      const date = Date.parse(response.headers["date"] ?? "");
      // The header has whole seconds, and was written somewhere between the request and its answer.
      if (!Number.isNaN(date)) seen.skewMs = date + 500 - (sent + now()) / 2;
      return response;
    } catch (cause) {
      seen.failure ??=
        cause instanceof Unreached
          ? { what: cause.what, remedy: cause.remedy }
          : {
              what: wordsOfFailure(cause),
              remedy: "look at the address, the proxy, the certificates and the network",
            };
      throw cause;
    }
  };
}

/** What is to be said of a credential that was found, after it was used. */
export function credentialFindings(
  facts: CredentialFacts,
  now: number,
  { welcomes }: Pick<Witnessed, "welcomes">,
): readonly Finding[] {
  const { link, isRenewed, principal, tenant, endsAt, disownedBy } = facts;
  const whose = principal === null ? "" : `${principal}${tenant === null ? "" : ` of tenant ${tenant}`}`;
  return [
    passed("credential", `found: ${link}`),
    principal === null
      ? undetermined("principal", "the token does not tell for whom it is")
      : passed("principal", whose),
    disownedBy !== null && welcomes === 0
      ? failed("lifetime", `${disownedBy} says that the token is not valid (any more)`, "take a new one")
      : lifetime(endsAt, isRenewed, now),
  ];
}

function lifetime(endsAt: number | null, isRenewed: boolean, now: number): Finding {
  if (isRenewed)
    return passed(
      "lifetime",
      `renewed as long as it is needed${endsAt === null ? "" : `; this one ends ${at(endsAt)}`}`,
    );
  if (endsAt === null) return undetermined("lifetime", "the token does not tell when it ends, and is not renewed");
  if (endsAt <= now) return failed("lifetime", `it ended ${at(endsAt)}`, "take a new one");
  if (endsAt - now < shortMs)
    return {
      ...passed("lifetime", `it ends ${at(endsAt)}, and is not renewed`),
      remedy: "take a new one before a run that may last longer",
    };
  return passed("lifetime", `it ends ${at(endsAt)}, and is not renewed`);
}

function at(moment: number): string {
  return `at ${new Date(moment).toISOString()}`;
}

/** What is to be said once the vendor was asked: its clock, and whether it was reached. */
export function answerFindings({ skewMs, answers, failure }: Witnessed): readonly Finding[] {
  return [reach(answers, failure), clock(skewMs)];
}

function reach(answers: number, failure: Witnessed["failure"]): Finding {
  if (failure === null && answers === 0) return undetermined("reach", "nothing had to be asked");
  if (failure === null) return passed("reach", `${answers} ${answers === 1 ? "answer" : "answers"}`);
  if (answers > 0) return undetermined("reach", `some calls had no answer: ${failure.what}`, failure.remedy);
  return failed("reach", `no answer: ${failure.what}`, failure.remedy);
}

function clock(skewMs: number | null): Finding {
  if (skewMs === null) return undetermined("clock", "no answer told the time");
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const words = `the vendor's clock is ${seconds} s ${skewMs < 0 ? "behind" : "ahead"}`;
  if (Math.abs(skewMs) <= mostSkewMs) return passed("clock", words);
  return failed("clock", words, "set this machine's clock: tokens are refused by clocks that differ");
}

/** What stands between this machine and an origin: proxy, certificates, addresses. */
export async function wayFindings(
  origins: readonly string[],
  surroundings: CredentialSurroundings,
): Promise<readonly Finding[]> {
  return [
    proxyFinding(origins, surroundings),
    await certificates(surroundings),
    ...(await addresses(origins, surroundings)),
  ];
}

function proxyFinding(origins: readonly string[], { environment }: CredentialSurroundings): Finding {
  const routes = origins.map((origin) => ({ origin, route: proxyOf(new URL(origin), environment) }));
  const unusable = routes.map(({ route }) => route).find((route) => route.kind === "unusable");
  if (unusable !== undefined) return failed("proxy", unusable.why, `correct ${unusable.variable}`);
  const used = routes.map(({ route }) => route).find((route) => route.kind === "proxy");
  if (used === undefined) return unusedProxy(environment);
  // Its address may hold a password.
  const { protocol, host } = new URL(used.url);
  const straight = routes.flatMap(({ origin, route }) => (route.kind === "direct" ? [new URL(origin).host] : []));
  const but = straight.length === 0 ? "" : `, but for ${straight.join(" and ")} (NO_PROXY)`;
  return passed("proxy", `${protocol}//${host}, by ${used.variable}${but}`);
}

/** Proxies are named for a scheme, and the vendors are called by https. */
function unusedProxy(environment: CredentialSurroundings["environment"]): Finding {
  const isSet = (name: string) => (environment[name] ?? "") !== "";
  if (["https_proxy", "HTTPS_PROXY"].some(isSet)) return passed("proxy", "none: NO_PROXY names the address");
  const plain = ["http_proxy", "HTTP_PROXY"].find(isSet);
  if (plain === undefined) return passed("proxy", "none");
  const remedy = "set HTTPS_PROXY if calls are to go by a proxy";
  return undetermined("proxy", `none: ${plain} is for http addresses, and the vendors are called by https`, remedy);
}

async function certificates({ environment, machine }: CredentialSurroundings): Promise<Finding> {
  const off = "NODE_TLS_REJECT_UNAUTHORIZED";
  if (environment[off] === "0")
    return failed(
      "certificates",
      `${off}=0 takes every certificate`,
      `unset it; name a private CA in NODE_EXTRA_CA_CERTS`,
    );
  const file = environment["NODE_EXTRA_CA_CERTS"] ?? "";
  const { extra, system } = (await machine?.authorities?.()) ?? { extra: null, system: null };
  if (file !== "" && extra === 0)
    return failed(
      "certificates",
      `NODE_EXTRA_CA_CERTS names ${file}, and no certificate was read from it`,
      "correct the path, or give a file in PEM",
    );
  const more = [
    ...(file === "" ? [] : [`${extra ?? "those"} of ${file}`]),
    ...(system === null ? [] : [`${system} of the system's store`]),
  ];
  return passed("certificates", ["the usual authorities", ...more].join(", and "));
}

async function addresses(
  origins: readonly string[],
  surroundings: CredentialSurroundings,
): Promise<readonly Finding[]> {
  const { environment, machine } = surroundings;
  if (machine === undefined) return [];
  const found: Finding[] = [];
  for (const origin of origins) {
    const { hostname } = new URL(origin);
    if (proxyOf(new URL(origin), environment).kind === "proxy") {
      found.push(undetermined("address", `${hostname}: the proxy looks it up`));
      continue;
    }
    const resolved = await machine.resolve(hostname);
    const six = resolved.filter((each) => isIPv6(each)).length;
    const families = [...(resolved.length > six ? ["IPv4"] : []), ...(six > 0 ? ["IPv6"] : [])].join(" and ");
    if (resolved.length === 0) found.push(failed("address", `${hostname} has no address`, "look at the name service"));
    else found.push(passed("address", `${hostname}: ${families}`));
  }
  return found;
}
