import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import { isJsonObject, type Json } from "../../../../packages/base/json/json.ts";
import { parsedJson } from "../../../../packages/base/json/parsed-json.ts";
import { shortened } from "../../../../packages/base/problems/refusal-words.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";

/**
 * What a token endpoint says against a sign-in (RFC 6749, section 5.2), for people; `code` is its word for programs.
 */
export class SignInRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(host: string, status: number, body: Readonly<Record<string, unknown>>, cause?: unknown) {
    const { error, error_description: description } = body;
    const code = typeof error === "string" ? error : "";
    // Microsoft's descriptions end with ids of the call.
    const words = typeof description === "string" ? description.replace(/\s*Trace ID:.*$/s, "") : "";
    const said = [code, shortened(words).replace(/[ .]+$/, "")].filter((each) => each !== "").join(": ");
    super(`${host} answered ${status}${said === "" ? "" : ` ${said}`}`, { cause });
    this.status = status;
    this.code = code;
  }
}

/**
 * Of a vendor's library, which keeps some of what it is told to itself: its network, and the last refusal that came by
 * it.
 */
export interface WatchedSignIn {
  readonly network: Exchange;
  /**
   * What the library threw, as what the vendor said where it said something since `begin`. Chains tell of each of their
   * links. What was not to be sent at all comes before both: the library tells nothing of why.
   */
  told(cause: unknown): unknown;
  begin(): void;
}

export function watchedSignIn(network: Exchange): WatchedSignIn {
  let last: {
    readonly host: string;
    readonly status: number;
    readonly body: { readonly [name: string]: Json };
  } | null = null;
  let notSent: NotSent | null = null;
  return {
    network: async (request) => {
      const response = await network(request).catch((cause: unknown) => {
        if (cause instanceof NotSent) notSent = cause;
        throw cause;
      });
      if (response.status < 400) return response;
      const body = parsedJson(response.body);
      if (isJsonObject(body) && typeof body["error"] === "string")
        last = { host: new URL(request.url).host, status: response.status, body };
      return response;
    },
    told: (cause) => {
      if (notSent !== null) return notSent;
      const isChain = cause instanceof Error && "errors" in cause && Array.isArray(cause.errors);
      return last === null || isChain ? cause : new SignInRefused(last.host, last.status, last.body, cause);
    },
    begin: () => {
      last = null;
      notSent = null;
    },
  };
}
