import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import { isRecent } from "../../../../packages/base/clock.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";

/** The issuer's keys can't be had: it is unknown whether the token is good. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
}

export interface KeySourceOptions {
  /**
   * Bounds how long an answer may be, and follows no redirect: another address than the one in the settings is not the
   * issuer's.
   */
  readonly fetch: Fetch;
  /** Milliseconds that have passed since some moment: a key's age does not shrink because a clock is set back. */
  readonly elapsed: () => number;
}

/**
 * Keys are read again when they are older, whatever the issuer says: so long a key that was stolen and withdrawn is
 * good.
 */
const refreshMs = 120_000;
/** While the issuer does not answer, its keys are good for so long. */
const patienceMs = 3_600_000;
/** Between two questions to the issuer, whoever asks: a flood of made-up key ids asks it no more often. */
const cooldownMs = 10_000;
const timeoutMs = 5_000;

/** The keys of an issuer. jose reads and keeps them; when they are read is decided here (decision 0093). */
export class RemoteKeys {
  readonly #url: string;
  readonly #elapsed: () => number;
  readonly #remote: ReturnType<typeof createRemoteJWKSet>;
  #readAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(url: string, { fetch, elapsed }: KeySourceOptions) {
    this.#url = url;
    this.#elapsed = elapsed;
    this.#remote = createRemoteJWKSet(new URL(url), {
      timeoutDuration: timeoutMs,
      // It goes by the clock of the system and does not wait after a failure: it never reads them again by itself.
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: Number.POSITIVE_INFINITY,
      [customFetch]: (address, options) => fetch(new Request(address, options)),
    });
  }

  /** The key for a header. An unknown key id may be a new key: then the issuer is asked, if it was not just now. */
  readonly key: JWTVerifyGetKey = async (header, token) => {
    if (!this.#isYounger(refreshMs)) await this.#refresh();
    if (!this.#isYounger(patienceMs)) throw new KeysUnavailable(`the keys at ${this.#url} can't be read`);
    try {
      return await this.#remote(header, token);
    } catch (cause) {
      if (!(cause instanceof errors.JWKSNoMatchingKey)) throw cause;
      await this.#refresh();
      return this.#remote(header, token);
    }
  };

  /** Whether the keys were read less than so long ago. */
  #isYounger(milliseconds: number): boolean {
    return isRecent(this.#readAt, this.#elapsed(), milliseconds);
  }

  /** Reads the keys again, joining who is at it. Those that are there stay where the issuer gives none. */
  async #refresh(): Promise<void> {
    if (!this.#remote.reloading) {
      if (isRecent(this.#askedAt, this.#elapsed(), cooldownMs)) return;
      this.#askedAt = this.#elapsed();
    }
    try {
      await this.#remote.reload();
      this.#readAt = this.#elapsed();
    } catch {
      // How old the keys are tells whether they may still be used.
    }
  }
}

/** Keys that stand in the settings. */
export function givenKeys(jwks: JSONWebKeySet): JWTVerifyGetKey {
  return createLocalJWKSet(jwks);
}
