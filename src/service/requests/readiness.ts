import { pause } from "../../../packages/base/clock.ts";
import { Fault } from "../../../packages/base/fault.ts";
import type { Deployment } from "../use-cases/deployment.ts";

/** How long whoever asks waits for the store: less than those who probe usually do. */
const patienceMs = 2_000;

/**
 * Whether the store answers, for those who probe again and again: one question at a time, however many ask and however
 * long it takes.
 */
export class Readiness {
  readonly #deployment: Pick<Deployment, "documentStore" | "clock">;
  #open: Promise<string | null> | null = null;

  constructor(deployment: Pick<Deployment, "documentStore" | "clock">) {
    this.#deployment = deployment;
  }

  /**
   * Why requests can't be served now, as a sentence part; null: they can. Names nothing that is private: anybody may
   * ask.
   */
  async whyNot(): Promise<string | null> {
    const answered = new AbortController();
    const late = pause(patienceMs, this.#deployment.clock, answered.signal).then(
      () => `the store has not answered within ${patienceMs / 1000} s`,
    );
    this.#open ??= this.#ask().finally(() => {
      this.#open = null;
    });
    try {
      return await Promise.race([this.#open, late]);
    } finally {
      answered.abort();
    }
  }

  async #ask(): Promise<string | null> {
    try {
      await this.#deployment.documentStore.get("health", "ready");
      return null;
    } catch (cause) {
      if (cause instanceof Fault) return `the store fails: ${cause.code}`;
      throw cause;
    }
  }
}
