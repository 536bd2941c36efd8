import type { Clock } from "../../../base/clock.ts";
import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { Deployment } from "../../../service/deployment.ts";
import { Refusal } from "./refusal.ts";

/** An answer as it is kept under the key of its request. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface KeyedRequest {
  readonly key: string;
  readonly principal: string;
  /** Operation and path. */
  readonly target: string;
  /** Text of the body. */
  readonly body: string;
}

const collection = "idempotency-keys";

type Register = Deployment["register"];

/** How long an answer is kept under its key. */
const keptMs = 24 * 3_600_000;

/** How long a request waits for the one before it with the same key, and how often it looks. */
const patienceMs = 20_000;
const pollMs = 50;

/** After so long nobody is carrying the first request out any more. */
const abandonedMs = 10 * 60_000;

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** The key that a request was sent with, or null. */
export function idempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || keyForm.test(key)) return key;
  throw new Refusal("bad-request", "`Idempotency-Key` has 1 to 255 visible characters");
}

/** Carries requests out once for their keys: whoever repeats one, here or at another process, gets the first one's answer. */
export class KeyedRequests {
  readonly #register: () => Register;
  readonly #clock: Clock;
  /** Of this process; those who repeat them here need not ask the register over and over. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor({ register, clock }: { readonly register: () => Register; readonly clock: Clock }) {
    this.#register = register;
    this.#clock = clock;
  }

  /** What fails is not kept: the same key may try again. `perform` gives the answer, and what of it may be kept. */
  async once(
    request: KeyedRequest,
    perform: () => Promise<{ readonly answer: KeptAnswer; readonly kept: KeptAnswer }>,
  ): Promise<{ readonly answer: KeptAnswer; readonly isReplayed: boolean }> {
    const name = digest([request.principal, request.target, request.key]);
    const body = digest(request.body);
    const begun = this.#clock.now();
    for (;;) {
      const mark = { body, startedAt: this.#clock.now() };
      const taken = await this.#take(name, mark);
      if (taken !== null) return { answer: await this.#carryOut(name, mark, taken, perform), isReplayed: false };
      const answer = await this.#found(name, body, begun);
      if (answer !== null) return { answer, isReplayed: true };
    }
  }

  async #take(name: string, mark: JsonObject): Promise<number | null> {
    const expiresAt = this.#clock.now() + keptMs;
    const put = await this.#register().put(collection, name, { ...mark, answer: null }, { revision: null, expiresAt });
    return put.kind === "done" ? put.revision : null;
  }

  async #carryOut(
    name: string,
    mark: JsonObject,
    revision: number,
    perform: () => Promise<{ readonly answer: KeptAnswer; readonly kept: KeptAnswer }>,
  ): Promise<KeptAnswer> {
    const over = Promise.withResolvers<void>();
    this.#underWay.set(name, over.promise);
    const register = this.#register();
    try {
      const { answer, kept } = await perform();
      const expiresAt = this.#clock.now() + keptMs;
      if (answer.status >= 400) await register.remove(collection, name, { revision });
      else await register.put(collection, name, { ...mark, answer: { ...kept } }, { revision, expiresAt });
      return answer;
    } catch (cause) {
      await register.remove(collection, name, { revision });
      throw cause;
    } finally {
      this.#underWay.delete(name);
      over.resolve();
    }
  }

  /** The answer that is kept, or null when it is worth trying again. */
  async #found(name: string, body: string, begun: number): Promise<KeptAnswer | null> {
    const found = await this.#register().get(collection, name);
    // It failed in between: this one may try.
    if (found === null) return null;
    const { document, revision } = found;
    const now = this.#clock.now();
    const age = now - Number(document["startedAt"]);
    if (age > keptMs) {
      await this.#register().remove(collection, name, { revision });
      return null;
    }
    if (document["body"] !== body)
      throw new Refusal("key-reused", "this `Idempotency-Key` was sent with another body; use a new key");
    if (document["answer"] !== null) return document["answer"] as unknown as KeptAnswer;
    if (age > abandonedMs)
      throw new Refusal(
        "key-in-use",
        "the first request with this key broke off and nobody knows what it did; look, then use a new key",
      );
    if (now - begun >= patienceMs)
      throw new Refusal("key-in-use", "the first request with this key is still under way; ask again", {
        headers: { "retry-after": "5" },
      });
    const here = this.#underWay.get(name);
    if (here === undefined) await this.#clock.sleep(pollMs);
    else await here;
    return null;
  }
}
