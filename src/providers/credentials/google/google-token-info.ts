import { type Exchange, isOk } from "../../../../packages/base/exchange/exchange.ts";
import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { parsedJson } from "../../../../packages/base/json/parsed-json.ts";
import { tokenInfoAddress } from "../../../../packages/vendor-wire/google/sign-in-hosts.ts";
import type { CredentialFacts } from "../sources/credential-facts.ts";
import { googlePlaces } from "./google-places.ts";

/** A plan does not wait longer to warn of something. */
const patienceMs = 5_000;
/** Later moments are no dates (ECMA-262, time values). */
const latest = 8.64e15;

type TokenFacts = Pick<CredentialFacts, "principal" | "endsAt" | "disownedBy">;

/**
 * What Google tells of an access token, which is opaque to all others: for whom it is, and until when. Asked only of a
 * token that goes to Google's own public addresses anyway. It is read, not believed, as a token's own claims are. Null
 * where nothing is told; never throws. An issuer that disowns the token is told of, and not believed either: Google
 * answers so for tokens of workforces, which its APIs take (decision 0076).
 */
export async function googleTokenInfo(
  origins: readonly string[],
  headers: Readonly<Record<string, string>>,
  signIn: Exchange,
): Promise<TokenFacts | null> {
  const authorization = headers["authorization"] ?? headers["Authorization"];
  if (authorization === undefined || !origins.every((each) => googlePlaces.publicOrigins.includes(each))) return null;
  const own = { authorization, "content-type": "application/x-www-form-urlencoded" };
  try {
    const request = { method: "POST", url: tokenInfoAddress, headers: own, body: "", timeoutMs: patienceMs };
    const answer = await signIn(request);
    const told = parsedJson(answer.body);
    if (!isJsonObject(told)) return null;
    if (answer.status === 400 && told["error"] === "invalid_token")
      return { principal: null, endsAt: null, disownedBy: "Google" };
    if (!isOk(answer)) return null;
    const { email, exp } = told;
    const endsAt = Number(exp) * 1000;
    return {
      principal: typeof email === "string" && email !== "" ? email.slice(0, 200) : null,
      endsAt: Number.isSafeInteger(endsAt) && endsAt > 0 && endsAt < latest ? endsAt : null,
      disownedBy: null,
    };
  } catch {
    return null;
  }
}
