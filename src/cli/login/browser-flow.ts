import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { err, type Result } from "../../../packages/base/result.ts";
import type { LoginOffer } from "../../contract/documents/access.ts";
import type { CliContext } from "../cli-context.ts";
import { cancelledFault } from "../connection/api-client.ts";
import { type GrantedToken, grantedToken } from "./granted-token.ts";
import { asked, requested, safe } from "./issuer.ts";
import { refusal } from "./sign-in-refusal.ts";

const longestMs = 600_000;

/**
 * Signs a user in with the browser of this machine (RFC 8252): opens the issuer's page, which sends the browser back to
 * this command with a code that is worth nothing without the secret of this sign-in (PKCE, RFC 7636). The error is for
 * people.
 */
export async function browserFlow(
  issuer: Configuration,
  offer: LoginOffer,
  show: (address: string) => void,
  context: Pick<CliContext, "signal" | "now" | "browser">,
): Promise<Result<GrantedToken, string>> {
  if (safe(issuer.serverMetadata().authorization_endpoint) === null)
    return err(`${offer.issuer} does not offer to sign in with a browser`);
  const verifier = randomPKCECodeVerifier();
  const state = randomState();
  const challenge = await calculatePKCECodeChallenge(verifier);
  const arrived = await comeBack(issuer, { ...requested(offer), state, code_challenge: challenge }, show, context);
  if (context.signal.aborted) throw cancelledFault();
  if (arrived === null) return err("the browser did not come back in time");
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const answer = await asked(context, () => authorizationCodeGrant(issuer, arrived, checks));
  if (!answer.ok) return err(refusal(answer.error.why));
  return grantedToken({ status: 200, body: answer.value }, context.now());
}

/** Sends the browser to the issuer; the address it comes back to, null where it does not come in time. */
async function comeBack(
  issuer: Configuration,
  parameters: Record<string, string> & { readonly state: string },
  show: (address: string) => void,
  { browser }: Pick<CliContext, "browser">,
): Promise<URL | null> {
  const redirect = await browser.redirect(parameters.state, longestMs);
  try {
    const back = { redirect_uri: redirect.address, code_challenge_method: "S256" };
    const { href: address } = buildAuthorizationUrl(issuer, { ...parameters, ...back });
    show(address);
    await browser.open(address);
    return await redirect.arrived;
  } finally {
    redirect.close();
  }
}
