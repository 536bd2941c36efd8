import { pause } from "../../../packages/base/clock.ts";
import { Fault } from "../../../packages/base/fault.ts";
import type { Deployment } from "../use-cases/deployment.ts";

/** How long whoever asks waits for the store: less than those who probe usually do. */
const patienceMs = 2_000;

type ReadyWith = Pick<Deployment, "documentStore" | "vault" | "clock">;

/** What answers must not tell is in the log of the service: where the key file is. */
const unopened = "sealed values of the store can't be opened with the key of this process";

/**
 * Whether the store answers and can be written to, and what is sealed in it can be opened, for those who probe again
 * and again: one question at a time, however many ask and however long it takes.
 */
export class Readiness {
  readonly #deployment: ReadyWith;
  #open: Promise<string | null> | null = null;

  constructor(deployment: ReadyWith) {
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
    const { documentStore } = this.#deployment;
    try {
      await documentStore.get("health", "ready");
      await this.#deployment.vault.tryKey();
    } catch (cause) {
      if (cause instanceof Fault && cause.code === "secrets-unreadable") return `${unopened}: ${cause.code}`;
      if (cause instanceof Fault) return `the store fails: ${cause.code}`;
      throw cause;
    }
    try {
      await documentStore.tryWrite();
      return null;
    } catch (cause) {
      if (cause instanceof Fault) return `the store can't be written to: ${cause.code}`;
      throw cause;
    }
  }
}
