import type { CredentialBinding } from "../../../engine/ports/credential-binding.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { allDocuments } from "../all-documents.ts";
import { FreshRead } from "../fresh-read.ts";
import { bindingCollection, keptBindingOf } from "./kept-binding.ts";

/** The credentials of the settings and of the API in memory, read again when they are asked for and too old. */
export class FreshBindings {
  readonly #documentStore: DocumentStore;
  readonly #elapsed: () => number;
  /** Those of the settings, which don't change while the service runs. */
  readonly #settled: readonly CredentialBinding[];
  readonly #fresh = new FreshRead(() => this.#read());
  #bindings: readonly CredentialBinding[];
  #revisions = "";

  /** `elapsed`: milliseconds that have passed since some moment, whatever is done to the clock. */
  constructor(documentStore: DocumentStore, settled: readonly CredentialBinding[], elapsed: () => number) {
    this.#documentStore = documentStore;
    this.#settled = settled;
    this.#bindings = settled;
    this.#elapsed = elapsed;
  }

  /** No older than they may be; the same list as long as none has changed. Throws Faults of the document store. */
  async now(): Promise<readonly CredentialBinding[]> {
    await this.#fresh.refresh(this.#elapsed());
    return this.#bindings;
  }

  /** The next `now` reads, whatever the time. */
  forget(): void {
    this.#fresh.forget();
  }

  async #read(): Promise<void> {
    const documents = await allDocuments(this.#documentStore, bindingCollection);
    const revisions = documents.map(({ key, revision }) => `${key} ${revision}`).join("\n");
    if (revisions === this.#revisions && this.#bindings !== this.#settled) return;
    const names = new Set(this.#settled.map(({ name }) => name));
    const kept = documents.flatMap(({ document }) => keptBindingOf(document)?.binding ?? []);
    // What the settings name was named by whoever may do more than an admin.
    this.#bindings = [...this.#settled, ...kept.filter(({ name }) => !names.has(name))];
    this.#revisions = revisions;
  }
}
