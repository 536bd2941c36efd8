import { timingSafeEqual } from "node:crypto";
import { isRecent } from "../../../../packages/base/clock.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import type { AdmittedCaller } from "../admitted-caller.ts";
import { type AuthenticationFailure, refusedToken } from "../authentication-failure.ts";
import type { Caller } from "../caller.ts";
import { stalenessMs } from "../fresh-read.ts";
import type { KnownPrincipals } from "../roles/known-principals.ts";
import { tokenDigest, tokenId } from "./api-token.ts";
import { chainEndsAt, personBehind, type TokenChain, tokenChain, whyChainEnded } from "./token-chain.ts";
import { type TokenRecord, tokenIdOf } from "./token-record.ts";

const rememberedTokens = 5000;

interface RememberedToken {
  readonly record: TokenRecord;
  readonly chain: TokenChain;
  readonly admitted: AdmittedCaller;
  readonly at: number;
}

/** Lets in who brings an API token, and tells what its caller is now. */
export class ApiTokenAuthenticator {
  readonly #documentStore: DocumentStore;
  readonly #principals: KnownPrincipals;
  readonly #found = new Map<string, RememberedToken>();
  /** How often all was forgotten: what was read before is not remembered after. */
  #forgotten = 0;

  constructor(documentStore: DocumentStore, principals: KnownPrincipals) {
    this.#documentStore = documentStore;
    this.#principals = principals;
  }

  async admit(token: string, now: number): Promise<Result<AdmittedCaller, AuthenticationFailure>> {
    const id = tokenId(token);
    if (id === null) return err(refusedToken("no API token of ours"));
    const found = await this.#find(id, now);
    if (found === null) return err(refusedToken(`there is no token ${id}`));
    const [given, kept] = [Buffer.from(tokenDigest(token)), Buffer.from(found.record.digest)];
    if (given.length !== kept.length || !timingSafeEqual(given, kept))
      return err(refusedToken(`a wrong secret for token ${id}`));
    const over = whyChainEnded(found.chain, now);
    return over === null ? ok(found.admitted) : err(refusedToken(`token ${id} is ${over}`));
  }

  /** The caller of a token that was let in before; the error is what has become of it. */
  async callerOf(principal: string, now: number): Promise<Result<AdmittedCaller, string>> {
    const found = await this.#find(tokenIdOf(principal) ?? "", now);
    if (found === null) return err("the token is gone");
    const over = whyChainEnded(found.chain, now);
    return over === null ? ok(found.admitted) : err(`the token \`${found.record.name}\` is ${over}`);
  }

  /** Forgets what is in memory of tokens: others go back to the one that has changed. */
  forget(): void {
    this.#forgotten += 1;
    this.#found.clear();
  }

  async #find(id: string, now: number): Promise<RememberedToken | null> {
    const known = this.#found.get(id);
    if (known !== undefined && isRecent(known.at, now, stalenessMs)) return known;
    const forgotten = this.#forgotten;
    const chain = await tokenChain(this.#documentStore, id);
    const record = chain?.[0];
    if (chain === null || record === undefined) {
      this.#found.delete(id);
      return null;
    }
    const found = { record, chain, admitted: await this.#admitted(chain), at: now };
    if (forgotten !== this.#forgotten) return found;
    if (this.#found.size >= rememberedTokens) this.#found.clear();
    this.#found.set(id, found);
    return found;
  }

  /** The caller of the first of a chain, behind the callers of those that it goes back to. */
  async #admitted(chain: TokenChain): Promise<AdmittedCaller> {
    const until = chainEndsAt(chain);
    let maker: AdmittedCaller | null = null;
    for (let generation = chain.length - 1; generation > 0; generation -= 1)
      maker = await this.#callerInChain(chain.slice(generation), maker, until);
    return this.#callerInChain(chain, maker, until);
  }

  async #callerInChain(chain: TokenChain, maker: AdmittedCaller | null, until: number): Promise<AdmittedCaller> {
    const [record] = chain;
    if (record === undefined) throw new Error("a chain of tokens holds one at least");
    return { caller: await this.#callerOf(record, personBehind(chain)), lineages: record.lineages, maker, until };
  }

  async #callerOf(record: TokenRecord, person: string): Promise<Caller> {
    const { id, name, owner, scope } = record;
    const principal = `token:${id}`;
    const facts = owner === null ? record : await this.#factsOf(owner);
    return {
      principal,
      ...(owner === null ? {} : { owner }),
      ...(person === (owner ?? principal) ? {} : { person }),
      name: facts === null || facts === record ? name : `${name} of ${facts.name}`,
      groups: facts !== null && "groups" in facts ? facts.groups : [],
      accountAdmin: facts?.accountAdmin ?? false,
      workspaces: facts?.workspaces ?? [],
      scope,
    };
  }

  /** What is known of whose rights a token lends: of a person, or of a machine's token. */
  async #factsOf(owner: string) {
    const id = tokenIdOf(owner);
    if (id === null) return this.#principals.get(owner);
    return (await tokenChain(this.#documentStore, id))?.[0] ?? null;
  }
}
