import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import type { CliContext } from "../cli-context.ts";
import { failureDocument } from "../reports/failure-document.ts";
import { grantedToken } from "./granted-token.ts";
import { postForm } from "./issuer-client.ts";
import { isSafeAddress } from "./safe-address.ts";
import { type StoredLogin, storedLogin, storeLogin } from "./stored-logins.ts";

/** A token is exchanged for a new one when it would end within this time. */
const marginMs = 60_000;

/**
 * The Authorization header for a server: PLUMB_TOKEN, or what `plumb login` has stored, made new when it is about to
 * end. Null when there is neither. No token leaves over a connection that others can read.
 */
export async function authorizationFor(
  server: string,
  context: Pick<CliContext, "network" | "signal" | "now" | "files" | "environment">,
): Promise<Result<string | null, ProblemDocument>> {
  const given = context.environment["PLUMB_TOKEN"] ?? "";
  const login = given === "" ? await storedLogin(server, context) : undefined;
  if (given === "" && login === undefined) return ok(null);
  if (!isSafeAddress(server))
    return err(unauthenticated(`Your token would be readable on the way to ${server}. Use an https address.`));
  if (login === undefined) return ok(`Bearer ${given}`);
  const left = login.expiresAt - context.now();
  const { refreshToken } = login;
  if (left > marginMs || (refreshToken === null && left > 0)) return ok(`Bearer ${login.accessToken}`);
  const again = `Sign in again: plumb login --server ${server}`;
  if (refreshToken === null) return err(unauthenticated(`Your login at ${server} has ended. ${again}`));
  const fresh = await refreshed({ ...login, refreshToken }, context);
  if (!fresh.ok) return err(unauthenticated(`Your login at ${server} can't be prolonged: ${fresh.error}. ${again}`));
  await storeLogin(server, fresh.value, context);
  return ok(`Bearer ${fresh.value.accessToken}`);
}

async function refreshed(
  login: StoredLogin & { readonly refreshToken: string },
  context: Pick<CliContext, "network" | "signal" | "now">,
): Promise<Result<StoredLogin, string>> {
  const { refreshToken, clientId, tokenEndpoint } = login;
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId };
  const answer = await postForm(tokenEndpoint, fields, context);
  const granted = answer.ok ? grantedToken(answer.value, context.now()) : answer;
  if (!granted.ok) return granted;
  // An issuer that rotates refresh tokens gives a new one; else the old one stays good.
  return ok({ ...login, ...granted.value, refreshToken: granted.value.refreshToken ?? refreshToken });
}

function unauthenticated(detail: string): ProblemDocument {
  return failureDocument({ status: 401, code: "unauthenticated", title: "you are not signed in", detail });
}
