import { createHash } from "node:crypto";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { AdmittedCaller } from "../admitted-caller.ts";
import { type AuthenticationFailure, keysUnavailable, refusedToken } from "../authentication-failure.ts";
import { callerOf } from "../claims.ts";
import type { KnownPrincipals } from "../roles/known-principals.ts";
import { givenKeys, KeysUnavailable, RemoteKeys } from "./remote-keys.ts";
import type { TrustedIssuer } from "./trusted-issuer.ts";
import { type IssuerKeys, type VerifiedToken, verifyJwt } from "./verify-jwt.ts";

/** How long a verified token is taken for good without another look: a key that was withdrawn may serve so long. */
const rememberMs = 30_000;
const rememberedTokens = 5000;

interface Admitted {
  readonly caller: AdmittedCaller;
  /** Of the count of passed time, which no clock that is set back makes younger. */
  readonly at: number;
  /** By the clock, as the token's own times are. */
  readonly from: number;
  readonly until: number;
}

/** Lets in who brings an access token of a trusted issuer. */
export class JwtAuthenticator {
  readonly #issuers: ReadonlyMap<string, IssuerKeys>;
  readonly #principals: KnownPrincipals;
  /** By digest: a token in memory is a token that leaks. */
  readonly #admitted = new Map<string, Admitted>();
  readonly #elapsed: () => number;

  constructor(
    issuers: readonly TrustedIssuer[],
    principals: KnownPrincipals,
    options: { readonly fetch: Fetch; readonly elapsed: () => number },
  ) {
    this.#principals = principals;
    this.#elapsed = options.elapsed;
    this.#issuers = new Map(
      issuers.map((issuer) => {
        const { keys } = issuer;
        const key = "url" in keys ? new RemoteKeys(keys.url, options).key : givenKeys(keys.jwks);
        return [issuer.issuer, { issuer, key }];
      }),
    );
  }

  async admit(token: string, now: number): Promise<Result<AdmittedCaller, AuthenticationFailure>> {
    const digest = createHash("sha256").update(token).digest("base64");
    const known = this.#admitted.get(digest);
    const isFresh = known !== undefined && this.#elapsed() - known.at < rememberMs;
    if (isFresh && known.from <= now && now < known.until) return ok(known.caller);
    const verified = await this.#verify(token, now);
    if (!verified.ok) return verified;
    const { claims, issuer, issuedAt, expiresAt } = verified.value;
    const caller = callerOf(claims, issuer);
    if (!caller.ok) return err(refusedToken(caller.error));
    await this.#principals.see(caller.value, issuedAt);
    if (this.#admitted.size >= rememberedTokens) this.#admitted.clear();
    const until = Math.min(now + rememberMs, expiresAt * 1000);
    const ends = (expiresAt + issuer.clockSkewSeconds) * 1000;
    const admitted = { caller: caller.value, lineages: {}, maker: null, until: ends };
    this.#admitted.set(digest, { caller: admitted, at: this.#elapsed(), from: now, until });
    return ok(admitted);
  }

  async #verify(token: string, now: number): Promise<Result<VerifiedToken, AuthenticationFailure>> {
    try {
      const verified = await verifyJwt(token, this.#issuers, now);
      return verified.ok ? verified : err(refusedToken(verified.error));
    } catch (cause) {
      if (cause instanceof KeysUnavailable) return err(keysUnavailable(cause.message));
      throw cause;
    }
  }
}
