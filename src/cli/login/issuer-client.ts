import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { CliContext } from "../cli-context.ts";
import { isSafeAddress } from "./safe-address.ts";

/** Addresses of an issuer, as it tells them. */
export interface IssuerEndpoints {
  readonly device: string;
  readonly token: string;
  readonly revocation: string | null;
}

type IssuerContext = Pick<CliContext, "network" | "signal">;

/**
 * Asks an issuer for its addresses (OpenID Connect Discovery, section 4). It must call itself by the name it was asked by,
 * and name safe addresses. The error is for people.
 */
export async function issuerEndpoints(
  issuer: string,
  context: IssuerContext,
): Promise<Result<IssuerEndpoints, string>> {
  if (!isSafeAddress(issuer)) return err(`${issuer} is no https address`);
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await ask(
    new Request(address, { headers: { accept: "application/json" }, redirect: "error" }),
    context,
  );
  if (!answer.ok) return err(`${issuer} can't be asked where to sign in: ${answer.error}`);
  const { status, body } = answer.value;
  if (status !== 200) return err(`${issuer} does not say where to sign in (HTTP status ${status})`);
  if (body["issuer"] !== issuer) return err(`${address} speaks for another issuer`);
  const { device_authorization_endpoint: device, token_endpoint: token, revocation_endpoint: revocation } = body;
  if (typeof token !== "string" || !isSafeAddress(token)) return err(`${issuer} names no safe address for tokens`);
  if (typeof device !== "string" || !isSafeAddress(device))
    return err(`${issuer} does not offer to sign in on another device`);
  const end = typeof revocation === "string" && isSafeAddress(revocation) ? revocation : null;
  return ok({ device, token, revocation: end });
}

export interface IssuerAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

/** Sends a form to an address of the issuer. The error is for people; any status is an answer. */
export function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  context: IssuerContext,
): Promise<Result<IssuerAnswer, string>> {
  const request = new Request(address, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    // What is sent is a secret, and goes nowhere else.
    redirect: "error",
  });
  return ask(request, context);
}

const patienceMs = 30_000;

async function ask(request: Request, { network, signal }: IssuerContext): Promise<Result<IssuerAnswer, string>> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const response = await network(new Request(request, { signal: limit }));
    const body: unknown = await response.json().catch(() => ({}));
    return ok({ status: response.status, body: isJsonObject(body) ? body : {} });
  } catch (cause) {
    if (signal.aborted) throw cause;
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    return err(inner instanceof Error ? inner.message : "no answer");
  }
}
