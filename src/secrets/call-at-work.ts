import type { JsonObject } from "../../packages/base/json/json.ts";
import { secretMask } from "../../packages/base/text/secret-mask.ts";
import { withholdPlaces } from "../definitions/schema/secret-values.ts";
import type { Target } from "../engine/ports/driver.ts";
import type { CallUnderWay, SecretMasker } from "../engine/ports/secret-masker.ts";
import type { SecretsAtWork } from "../engine/ports/secrets.ts";
import { asAnswered } from "./as-answered.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import { rememberSealed } from "./remember-sealed.ts";

/** An object that a call was answered about. */
export interface Met {
  readonly target: Target;
  /** As they came; null where the answer brought none that can be read. */
  readonly outputs: JsonObject | null;
}

/** Where it is not known what is secret. */
const maskAll: SecretMasker = {
  isEmpty: false,
  learn: async () => {},
  masked: (text) => (text === "" ? text : secretMask),
};

/**
 * One call of a driver, and what is secret of it. What stacks keep secret of the objects that it meets is known to
 * whoever has work waiting for its end, and goes with the call: it masks nothing of any other call.
 */
export class CallAtWork implements CallUnderWay {
  #masker: SecretMasker;
  #secret: readonly string[];
  readonly #due: (() => void)[] = [];

  constructor(texts: KnownSecrets, secret: readonly string[]) {
    this.#masker = texts;
    this.#secret = secret;
  }

  get masker(): SecretMasker {
    return this.#masker;
  }

  get secret(): readonly string[] {
    return this.#secret;
  }

  afterwards(work: () => void): void {
    this.#due.push(work);
  }

  /**
   * Learns what is secret of what the call has met, where anybody waits for it. Never rejects: nothing of its words is
   * told then.
   */
  async learnOf(
    objects: () => readonly Met[],
    texts: KnownSecrets,
    keptSecret: SecretsAtWork["keptSecret"],
  ): Promise<void> {
    if (this.#due.length === 0) return;
    const met = objects();
    if (met.length === 0) return;
    try {
      const kept = await keptSecret(met.map(({ target }) => target));
      const known = texts.copy();
      for (const [index, { outputs }] of met.entries()) {
        const places = [...new Set((kept[index]?.places ?? []).flatMap(asAnswered))];
        this.#secret = [...this.#secret, ...places];
        if (outputs !== null) rememberSealed(outputs, withholdPlaces(outputs, places), known);
      }
      this.#masker = known;
    } catch {
      this.tellNothing();
    }
  }

  /** For a call that has not come to where its secrets are known. */
  tellNothing(): void {
    this.#masker = maskAll;
  }

  /** Does what waits for the end of the call. */
  end(): void {
    for (const work of this.#due) work();
  }
}
