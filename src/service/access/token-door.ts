import { timingSafeEqual } from "node:crypto";
import { isRecent } from "../../base/clock.ts";
import { err, ok, type Result } from "../../base/result.ts";
import type { Register } from "../../engine/ports/register.ts";
import { tokenDigest, tokenId } from "./api-token.ts";
import { type AuthenticationFailure, refusedToken } from "./authentication-failure.ts";
import type { Caller } from "./caller.ts";
import { stalenessMs } from "./fresh-roles.ts";
import type { KnownPrincipals } from "./known-principals.ts";
import { readToken, type TokenRecord, tokenOver } from "./token-record.ts";

const rememberedTokens = 5000;

/** Lets in who brings an API token, and tells what its caller is now. */
export class TokenDoor {
  readonly #register: Register;
  readonly #principals: KnownPrincipals;
  readonly #callers = new Map<string, { readonly record: TokenRecord; readonly caller: Caller; readonly at: number }>();

  constructor(register: Register, principals: KnownPrincipals) {
    this.#register = register;
    this.#principals = principals;
  }

  async admit(token: string, now: number): Promise<Result<Caller, AuthenticationFailure>> {
    const id = tokenId(token);
    if (id === null) return err(refusedToken("no API token of ours"));
    const found = await this.#find(id, now);
    if (found === null) return err(refusedToken(`there is no token ${id}`));
    const [given, kept] = [Buffer.from(tokenDigest(token)), Buffer.from(found.record.digest)];
    if (given.length !== kept.length || !timingSafeEqual(given, kept))
      return err(refusedToken(`a wrong secret for token ${id}`));
    const over = tokenOver(found.record, now);
    return over === null ? ok(found.caller) : err(refusedToken(`token ${id} is ${over}`));
  }

  /** The caller of a token that was let in before; the error is what has become of it. */
  async callerOf(principal: string, now: number): Promise<Result<Caller, string>> {
    const found = await this.#find(principal.slice("token:".length), now);
    if (found === null) return err("the token is gone");
    const over = tokenOver(found.record, now);
    return over === null ? ok(found.caller) : err(`the token \`${found.record.name}\` is ${over}`);
  }

  /** Forgets what is in memory of a token. */
  forget(id: string): void {
    this.#callers.delete(id);
  }

  async #find(id: string, now: number): Promise<{ readonly record: TokenRecord; readonly caller: Caller } | null> {
    const known = this.#callers.get(id);
    if (known !== undefined && isRecent(known.at, now, stalenessMs)) return known;
    const record = await readToken(this.#register, id);
    if (record === null) {
      this.#callers.delete(id);
      return null;
    }
    const found = { record, caller: await this.#callerOf(record), at: now };
    if (this.#callers.size >= rememberedTokens) this.#callers.clear();
    this.#callers.set(id, found);
    return found;
  }

  async #callerOf({ id, name, owner, scope }: TokenRecord): Promise<Caller> {
    const facts = owner === null ? null : await this.#principals.get(owner);
    return {
      principal: `token:${id}`,
      ...(owner === null ? {} : { owner }),
      name: facts === null ? name : `${name} of ${facts.name}`,
      groups: facts?.groups ?? [],
      accountAdmin: facts?.accountAdmin ?? false,
      workspaces: facts?.workspaces ?? [],
      scope,
    };
  }
}
