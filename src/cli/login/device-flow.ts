import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { LoginOffer } from "../../contract/documents/access.ts";
import type { CliContext } from "../cli-context.ts";
import { cancelledFault } from "../server/api-client.ts";
import { type GrantedToken, grantedToken } from "./granted-token.ts";
import { type IssuerEndpoints, postForm } from "./issuer-client.ts";

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
  endpoints: IssuerEndpoints,
  offer: Omit<LoginOffer, "issuer">,
  show: (code: DeviceCode) => void,
  context: Pick<CliContext, "network" | "signal" | "now" | "sleep">,
): Promise<Result<GrantedToken, string>> {
  const { clientId, scope, audience } = offer;
  const fields = { client_id: clientId, scope, ...(audience === "" ? {} : { audience }) };
  const begun = await postForm(endpoints.device, fields, context);
  if (!begun.ok) return begun;
  const { status, body } = begun.value;
  const { device_code: device, user_code: code, verification_uri: address, expires_in: seconds, interval } = body;
  if (status !== 200 || typeof device !== "string" || typeof code !== "string" || typeof address !== "string")
    return err(
      `the issuer did not give a code (${typeof body["error"] === "string" ? body["error"] : `HTTP status ${status}`})`,
    );
  const whole = body["verification_uri_complete"];
  show({ address, wholeAddress: typeof whole === "string" ? whole : null, code });
  const until = context.now() + Math.min(typeof seconds === "number" ? seconds * 1000 : longestMs, longestMs);
  let waitMs = typeof interval === "number" && interval > 0 ? interval * 1000 : usualIntervalMs;
  while (context.now() < until) {
    await context.sleep(waitMs);
    if (context.signal.aborted) throw cancelledFault();
    const asked = { grant_type: grantType, device_code: device, client_id: clientId };
    const answer = await postForm(endpoints.token, asked, context);
    // RFC 8628, section 3.5: after a connection that failed, ask less often.
    if (!answer.ok) waitMs *= 2;
    else {
      const granted = grantedToken(answer.value, context.now());
      if (granted.ok) return ok(granted.value);
      if (granted.error === "slow_down") waitMs += 5000;
      else if (granted.error !== "authorization_pending") return err(refusals[granted.error] ?? granted.error);
    }
  }
  return err(refusals["expired_token"] ?? "");
}

const refusals: Readonly<Record<string, string>> = {
  access_denied: "it was declined",
  expired_token: "the code was not entered in time",
};
