import { isJsonObject, type JsonObject } from "../../../packages/base/json/json.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { CliContext } from "../cli-context.ts";

export interface IssuerAnswer {
  readonly status: number;
  readonly body: JsonObject;
}

const patienceMs = 30_000;

/**
 * Sends a form to an address of the issuer. The error is for people; any status is an answer. What commands do with a
 * login that is there goes this way, so that only `plumb login` loads openid-client.
 */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  { network, signal }: Pick<CliContext, "network" | "signal">,
): Promise<Result<IssuerAnswer, string>> {
  const request = new Request(address, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    // What is sent is a secret, and goes nowhere else.
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  });
  try {
    const response = await network(request);
    const body: unknown = await response.json().catch(() => ({}));
    return ok({ status: response.status, body: isJsonObject(body) ? body : {} });
  } catch (cause) {
    if (signal.aborted) throw cause;
    return err(unanswered(cause));
  }
}

/** Why no answer came, for people. */
export function unanswered(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return inner instanceof Error ? inner.message : "no answer";
}
