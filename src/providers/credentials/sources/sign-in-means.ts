import type { Exchange } from "../../../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { SubjectMeans } from "./subject-token.ts";

/** How tokens are asked for where the calls go. */
export interface TokenMeans {
  /** To where the credential may go, and nowhere else. */
  readonly bounded: Exchange;
  readonly now: () => number;
  /** Where tokens may be issued besides where the calls go. */
  readonly tokenOrigins: readonly string[];
}

export interface SignInMeans extends SubjectMeans, TokenMeans {
  /** Configuration of the provider. */
  readonly config: JsonObject;
  /** By which a vendor's library signs in. */
  readonly signIn: Exchange;
}
