import type { Target } from "../engine/ports/driver.ts";
import type { During } from "../engine/ports/secret-masker.ts";
import type { SecretsAtWork } from "../engine/ports/secrets.ts";
import { CallAtWork, type Met } from "./call-at-work.ts";
import type { KnownSecrets } from "./known-secrets.ts";

/** The calls of a driver for one stack. */
export class SealedCalls {
  readonly #texts: KnownSecrets;
  readonly #keptSecret: SecretsAtWork["keptSecret"];
  readonly #during: During;

  constructor(texts: KnownSecrets, keptSecret: SecretsAtWork["keptSecret"], during: During) {
    this.#texts = texts;
    this.#keptSecret = keptSecret;
    this.#during = during;
  }

  /**
   * Makes a call, and seals what it brings; what waits for that is done then, however it ends. `met`: the objects that
   * it was answered about, of which other stacks may keep something secret.
   */
  async called<T>(
    { secret = [] }: Pick<Target, "secret">,
    make: () => Promise<T>,
    seal: (outcome: T) => Promise<T>,
    met: (outcome: T) => readonly Met[] = () => [],
  ): Promise<T> {
    const call = new CallAtWork(this.#texts, secret);
    try {
      const outcome = await this.#during(call, make);
      const sealed = await seal(outcome);
      await call.learnOf(() => met(outcome), this.#texts, this.#keptSecret);
      return sealed;
    } catch (cause) {
      call.tellNothing();
      throw cause;
    } finally {
      call.end();
    }
  }
}
