import { isIPv6 } from "node:net";
import type { Fetch } from "../../base/fetch.ts";
import { type Finding, failed, passed, untold } from "../../engine/ports/vendor-doctor.ts";
import type { CredentialFacts } from "./credential-facts.ts";
import type { CredentialWorld } from "./find-credential.ts";

/** Clocks that differ by more make tokens that are not yet, or no longer, valid. */
const mostSkewMs = 60_000;
/** A credential that ends sooner may end within a run. */
const shortMs = 3_600_000;

/** What the answers of a vendor told besides what they were asked for. */
export interface Witnessed {
  /** By how much the vendor's clock is ahead, in milliseconds; null where no answer had a date. */
  skewMs: number | null;
  answers: number;
  /** The first failure to reach it, in the network's words. */
  failure: string | null;
}

/** A fetch that notes when answers came, and what their `Date` said. */
export function witnessing(fetch: Fetch, seen: Witnessed, now: () => number): Fetch {
  return async (request) => {
    const sent = now();
    try {
      const response = await fetch(request);
      seen.answers += 1;
      const date = Date.parse(response.headers.get("date") ?? "");
      // The header has whole seconds, and was written somewhere between the request and its answer.
      if (!Number.isNaN(date)) seen.skewMs = date + 500 - (sent + now()) / 2;
      return response;
    } catch (cause) {
      seen.failure ??= cause instanceof Error ? wordsOf(cause) : String(cause);
      throw cause;
    }
  };
}

function wordsOf(cause: Error): string {
  return cause.cause instanceof Error ? `${cause.message}: ${wordsOf(cause.cause)}` : cause.message;
}

/** What is to be said of a credential that was found. */
export function credentialFindings(facts: CredentialFacts, now: number): readonly Finding[] {
  const { link, isRenewed, principal, tenant, endsAt } = facts;
  const whose = principal === null ? "" : `${principal}${tenant === null ? "" : ` of tenant ${tenant}`}`;
  return [
    passed("credential", `found: ${link}`),
    principal === null ? untold("principal", "the token does not tell for whom it is") : passed("principal", whose),
    lifetime(endsAt, isRenewed, now),
  ];
}

function lifetime(endsAt: number | null, isRenewed: boolean, now: number): Finding {
  if (isRenewed)
    return passed(
      "lifetime",
      `renewed as long as it is needed${endsAt === null ? "" : `; this one ends ${at(endsAt)}`}`,
    );
  if (endsAt === null) return untold("lifetime", "the token does not tell when it ends, and is not renewed");
  if (endsAt <= now) return failed("lifetime", `it ended ${at(endsAt)}`, "take a new one");
  if (endsAt - now < shortMs)
    return untold(
      "lifetime",
      `it ends ${at(endsAt)}, and is not renewed`,
      "take a new one before a run that may last longer",
    );
  return passed("lifetime", `it ends ${at(endsAt)}, and is not renewed`);
}

function at(moment: number): string {
  return `at ${new Date(moment).toISOString()}`;
}

/** What is to be said once the vendor was asked: its clock, and whether it was reached. */
export function answerFindings({ skewMs, answers, failure }: Witnessed): readonly Finding[] {
  return [reach(answers, failure), clock(skewMs)];
}

function reach(answers: number, failure: string | null): Finding {
  if (answers > 0 && failure === null) return passed("reach", `${answers} ${answers === 1 ? "answer" : "answers"}`);
  if (answers > 0) return untold("reach", `some calls had no answer: ${failure}`, "ask again");
  if (failure === null) return untold("reach", "nothing had to be asked");
  return failed("reach", `no answer: ${failure}`, "look at the address, the proxy, the certificates and the network");
}

function clock(skewMs: number | null): Finding {
  if (skewMs === null) return untold("clock", "no answer told the time");
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const words = `the vendor's clock is ${seconds} s ${skewMs < 0 ? "behind" : "ahead"}`;
  if (Math.abs(skewMs) <= mostSkewMs) return passed("clock", words);
  return failed("clock", words, "set this machine's clock: tokens are refused by clocks that differ");
}

/** What stands between this machine and an origin: proxy, certificates, addresses. */
export async function wayFindings(origins: readonly string[], world: CredentialWorld): Promise<readonly Finding[]> {
  return [proxy(world), await certificates(world), ...(await addresses(origins, world))];
}

function proxy(world: CredentialWorld): Finding {
  const { environment } = world;
  const names = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];
  const name = names.find((each) => (environment[each] ?? "") !== "");
  if (name === undefined) return passed("proxy", "none");
  // Its address may hold a password.
  const url = URL.parse(environment[name] ?? "");
  if (url === null) return failed("proxy", `${name} is no address`, `correct ${name}`);
  if (environment["NODE_USE_ENV_PROXY"] === "1") return passed("proxy", `${url.protocol}//${url.host}, by ${name}`);
  const remedy = "set NODE_USE_ENV_PROXY=1 if calls are to go by it";
  return untold("proxy", `${name} names ${url.host}, and calls do not go by it`, remedy);
}

async function certificates(world: CredentialWorld): Promise<Finding> {
  const { environment, machine } = world;
  const off = "NODE_TLS_REJECT_UNAUTHORIZED";
  if (environment[off] === "0")
    return failed(
      "certificates",
      `${off}=0 takes every certificate`,
      `unset it; name a private CA in NODE_EXTRA_CA_CERTS`,
    );
  const file = environment["NODE_EXTRA_CA_CERTS"] ?? "";
  if (file === "") return passed("certificates", "the usual authorities");
  const text = await machine?.readText(file).catch(() => undefined);
  if (text === undefined)
    return failed(
      "certificates",
      `NODE_EXTRA_CA_CERTS names ${file}, which can't be read`,
      "correct the path, or the file's rights",
    );
  const count = text.split("-----BEGIN CERTIFICATE-----").length - 1;
  if (count === 0) return failed("certificates", `${file} holds no certificate in PEM`, "give a file in PEM");
  return passed("certificates", `the usual authorities, and ${count} of ${file}`);
}

async function addresses(origins: readonly string[], world: CredentialWorld): Promise<readonly Finding[]> {
  const { environment, machine } = world;
  if (environment["NODE_USE_ENV_PROXY"] === "1") return [untold("address", "the proxy looks names up")];
  if (machine === undefined) return [];
  const found: Finding[] = [];
  for (const origin of origins) {
    const { hostname } = new URL(origin);
    const resolved = await machine.resolve(hostname);
    const six = resolved.filter((each) => isIPv6(each)).length;
    const families = [...(resolved.length > six ? ["IPv4"] : []), ...(six > 0 ? ["IPv6"] : [])].join(" and ");
    if (resolved.length === 0) found.push(failed("address", `${hostname} has no address`, "look at the name service"));
    else found.push(passed("address", `${hostname}: ${families}`));
  }
  return found;
}
