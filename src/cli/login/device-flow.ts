import { type Configuration, genericGrantRequest, initiateDeviceAuthorization } from "openid-client";
import { err, type Result } from "../../../packages/base/result.ts";
import type { LoginOffer } from "../../contract/documents/access.ts";
import type { CliContext } from "../cli-context.ts";
import { cancelledFault } from "../connection/api-client.ts";
import { type GrantedToken, grantedToken } from "./granted-token.ts";
import { asked, requested, safe } from "./issuer.ts";
import { refusal } from "./sign-in-refusal.ts";

/** What the user is shown. */
export interface DeviceCode {
  readonly address: string;
  /** The address with the code in it, where the issuer has one. */
  readonly wholeAddress: string | null;
  readonly code: string;
}

const grantType = "urn:ietf:params:oauth:grant-type:device_code";
const usualIntervalMs = 5000;
const longestMs = 1_800_000;

/**
 * Signs a user in on another device (RFC 8628): shows a code, and asks until it was entered there. The error is for
 * people.
 */
export async function deviceFlow(
  issuer: Configuration,
  offer: LoginOffer,
  show: (code: DeviceCode) => void,
  context: Pick<CliContext, "signal" | "now" | "sleep">,
): Promise<Result<GrantedToken, string>> {
  if (safe(issuer.serverMetadata().device_authorization_endpoint) === null)
    return err(`${offer.issuer} does not offer to sign in on another device; --browser may be a way`);
  const begun = await asked(context, () => initiateDeviceAuthorization(issuer, requested(offer)));
  if (!begun.ok) return err(`the issuer did not give a code (${begun.error.why})`);
  const { device_code, user_code: code, verification_uri: address, expires_in: seconds, interval } = begun.value;
  show({ address, wholeAddress: begun.value.verification_uri_complete ?? null, code });
  const until = context.now() + Math.min(seconds * 1000, longestMs);
  let waitMs = interval !== undefined && interval > 0 ? interval * 1000 : usualIntervalMs;
  while (context.now() < until) {
    await context.sleep(waitMs);
    if (context.signal.aborted) throw cancelledFault();
    const answer = await asked(context, () => genericGrantRequest(issuer, grantType, { device_code }));
    if (answer.ok) return grantedToken({ status: 200, body: answer.value }, context.now());
    const { why, isUnanswered } = answer.error;
    // RFC 8628, section 3.5: after a connection that failed, ask less often.
    if (isUnanswered) waitMs *= 2;
    else if (why === "slow_down") waitMs += 5000;
    else if (why !== "authorization_pending") return err(refusal(why));
  }
  return err(refusal("expired_token"));
}
