import { isRecent } from "../../base/clock.ts";
import type { CredentialBinding } from "../../engine/ports/credential-binding.ts";
import type { Register } from "../../engine/ports/register.ts";
import { allDocuments } from "./all-documents.ts";
import { stalenessMs } from "./fresh-roles.ts";
import { bindingCollection, keptBindingOf } from "./kept-binding.ts";

/** The credentials of the settings and of the API in memory, read again when they are asked for and too old. */
export class FreshBindings {
  readonly #register: Register;
  readonly #elapsed: () => number;
  /** Those of the settings, which nobody changes while the service runs. */
  readonly #settled: readonly CredentialBinding[];
  #bindings: readonly CredentialBinding[];
  #revisions = "";
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;
  /** How often they were to be forgotten, and how often by the time the last read began. */
  #forgotten = 0;
  #forgottenAtRead = 0;

  /** `elapsed`: milliseconds that have passed since some moment, whatever is done to the clock. */
  constructor(register: Register, settled: readonly CredentialBinding[], elapsed: () => number) {
    this.#register = register;
    this.#settled = settled;
    this.#bindings = settled;
    this.#elapsed = elapsed;
  }

  /** No older than they may be; the same list as long as none has changed. Throws Faults of the register. */
  async now(): Promise<readonly CredentialBinding[]> {
    if (isRecent(this.#readAt, this.#elapsed(), stalenessMs)) return this.#bindings;
    const forgotten = this.#forgotten;
    do {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
      // A read that began before may show what was to be forgotten.
    } while (this.#forgottenAtRead < forgotten);
    return this.#bindings;
  }

  /** The next `now` reads, whatever the time. */
  forget(): void {
    this.#forgotten += 1;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<void> {
    const at = this.#elapsed();
    const forgotten = this.#forgotten;
    const documents = await allDocuments(this.#register, bindingCollection);
    const revisions = documents.map(({ key, revision }) => `${key} ${revision}`).join("\n");
    if (revisions !== this.#revisions || this.#bindings === this.#settled) {
      const names = new Set(this.#settled.map(({ name }) => name));
      const kept = documents.flatMap(({ document }) => keptBindingOf(document)?.binding ?? []);
      // What the settings name was named by whoever may do more than an admin.
      this.#bindings = [...this.#settled, ...kept.filter(({ name }) => !names.has(name))];
      this.#revisions = revisions;
    }
    this.#forgottenAtRead = forgotten;
    if (forgotten === this.#forgotten) this.#readAt = at;
  }
}
