import type { JsonObject } from "../../../../packages/base/json/json.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { allDocuments } from "../all-documents.ts";
import type { Caller } from "../caller.ts";

/** What the newest token of a person said. */
export interface KnownPrincipal {
  readonly principal: string;
  readonly name: string;
  readonly groups: readonly string[];
  readonly accountAdmin: boolean;
  readonly workspaces: readonly string[];
  /** When that token was issued, in seconds since the epoch. */
  readonly issuedAt: number;
}

const collection = "principals";
const rememberedPrincipals = 10_000;

/**
 * Who has signed in, and as what: a run that goes on without its caller, and a token that lends its owner's rights, are
 * judged by what the identity provider said last.
 */
export class KnownPrincipals {
  readonly #documentStore: DocumentStore;
  /** What the last token of each said. */
  readonly #seen = new Map<string, string>();

  constructor(documentStore: DocumentStore) {
    this.#documentStore = documentStore;
  }

  /** Notes what a token said, unless a newer one has said something else. Writes only what is new. */
  async see(caller: Caller, issuedAt: number): Promise<void> {
    const { principal, name, groups, accountAdmin, workspaces } = caller;
    // With the time: what a newer token says is news even where an older one, which counted no more, had said the same.
    const told = JSON.stringify([issuedAt, name, groups, accountAdmin, workspaces]);
    if (this.#seen.get(principal) === told) return;
    const found = await this.#documentStore.get(collection, principal);
    const known = found === null ? null : principalOf(found.document);
    if (known === null || known.issuedAt <= issuedAt) {
      const document = { principal, name, groups: [...groups], accountAdmin, workspaces: [...workspaces], issuedAt };
      // Whoever was faster has seen a token of the same person; the next one settles it.
      const put = await this.#documentStore.put(collection, principal, document, { revision: found?.revision ?? null });
      if (put.kind === "mismatch") return;
    }
    if (this.#seen.size >= rememberedPrincipals) this.#seen.clear();
    this.#seen.set(principal, told);
  }

  async get(principal: string): Promise<KnownPrincipal | null> {
    const found = await this.#documentStore.get(collection, principal);
    return found === null ? null : principalOf(found.document);
  }

  /** Everybody who has ever signed in: whom roles may be given to. */
  async list(): Promise<readonly KnownPrincipal[]> {
    const documents = await allDocuments(this.#documentStore, collection);
    return documents.flatMap(({ document }) => principalOf(document) ?? []);
  }
}

function principalOf(document: JsonObject): KnownPrincipal | null {
  const { principal, name, groups, accountAdmin, workspaces, issuedAt } = document;
  if (typeof principal !== "string" || typeof name !== "string" || typeof issuedAt !== "number") return null;
  if (!Array.isArray(groups) || !Array.isArray(workspaces)) return null;
  return {
    principal,
    name,
    groups: groups.map(String),
    accountAdmin: accountAdmin === true,
    workspaces: workspaces.map(String),
    issuedAt,
  };
}
