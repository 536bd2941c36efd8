import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { isRecent } from "../../../../packages/base/clock.ts";
import type { Fetch } from "../../../../packages/base/exchange/fetch.ts";
import { isJsonObject } from "../../../../packages/base/json/json.ts";

/** The issuer's keys can't be had: nobody knows whether the token is good. */
export class KeysUnavailable extends Error {
  override readonly name = "KeysUnavailable";
}

export interface KeySourceOptions {
  readonly fetch: Fetch;
  /** Milliseconds that have passed since some moment: a key's age does not shrink because a clock is set back. */
  readonly elapsed: () => number;
}

/** Keys are read again when they are older, whatever the issuer says: so long a key that was stolen and withdrawn is good. */
const refreshMs = 120_000;
/** While the issuer does not answer, its keys are good for so long. */
const patienceMs = 3_600_000;
/** Between two questions to the issuer, whoever asks: a flood of made-up key ids asks it no more often. */
const cooldownMs = 10_000;
const timeoutMs = 5_000;
const mostBytes = 256 * 1024;
const mostKeys = 100;

/** The keys of an issuer, read over HTTP and kept: at most one question at a time, bounded in size, age and frequency. */
export class RemoteKeys {
  readonly #url: string;
  readonly #options: KeySourceOptions;
  #keys: JWTVerifyGetKey | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  constructor(url: string, options: KeySourceOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** The key for a header. An unknown key id may be a new key: then the issuer is asked, if it was not just now. */
  readonly key: JWTVerifyGetKey = async (header, token) => {
    if (!this.#isYounger(refreshMs)) await this.#refresh();
    const keys = this.#keys;
    if (keys === null || !this.#isYounger(patienceMs))
      throw new KeysUnavailable(`the keys at ${this.#url} can't be read`);
    try {
      return await keys(header, token);
    } catch (cause) {
      if (!(cause instanceof errors.JWKSNoMatchingKey)) throw cause;
      await this.#refresh();
      if (this.#keys === keys) throw cause;
      return await (this.#keys ?? keys)(header, token);
    }
  };

  /** Whether the keys were read less than so long ago. */
  #isYounger(milliseconds: number): boolean {
    return isRecent(this.#readAt, this.#options.elapsed(), milliseconds);
  }

  async #refresh(): Promise<void> {
    if (this.#asking === null && isRecent(this.#askedAt, this.#options.elapsed(), cooldownMs)) return;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    await this.#asking;
  }

  async #ask(): Promise<void> {
    this.#askedAt = this.#options.elapsed();
    const found = await readKeys(this.#url, this.#options.fetch).catch(() => null);
    if (found === null) return;
    this.#keys = found;
    this.#readAt = this.#options.elapsed();
  }
}

/** Keys that stand in the settings. */
export function givenKeys(jwks: JSONWebKeySet): JWTVerifyGetKey {
  return createLocalJWKSet(jwks);
}

async function readKeys(url: string, fetch: Fetch): Promise<JWTVerifyGetKey> {
  const request = new Request(url, {
    headers: { accept: "application/jwk-set+json, application/json" },
    // Another address than the one in the settings is not the issuer's.
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const response = await fetch(request);
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`status ${response.status}`);
  }
  const jwks: unknown = JSON.parse(await boundedText(response));
  if (!isKeySet(jwks) || jwks.keys.length > mostKeys) throw new Error("not a set of keys");
  return createLocalJWKSet(jwks);
}

/** `jose` looks at the keys themselves. */
function isKeySet(value: unknown): value is JSONWebKeySet {
  return isJsonObject(value) && Array.isArray(value["keys"]);
}

/** The body, given up once it is longer than any set of keys. */
async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, length] = ["", 0];
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > mostBytes) throw new Error("too long");
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
