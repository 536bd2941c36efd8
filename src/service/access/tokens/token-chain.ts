import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { readToken, type TokenRecord, tokenIdOf, whyTokenEnded } from "./token-record.ts";

/** More than anybody needs; a chain that is longer is none of ours. */
export const longestChain = 8;

/** A token, the token that made it, and so on: the first is the token itself. */
export type TokenChain = readonly TokenRecord[];

/** Null where the token, or one that it goes back to, is not there. */
export async function tokenChain(documentStore: DocumentStore, id: string): Promise<TokenChain | null> {
  return chainOf(id, (each) => readToken(documentStore, each));
}

/** The same of tokens that have been read. */
export async function chainOf(
  id: string,
  read: (id: string) => TokenRecord | null | Promise<TokenRecord | null>,
): Promise<TokenChain | null> {
  const chain: TokenRecord[] = [];
  for (let next: string | null = id; next !== null; ) {
    const record: TokenRecord | null = chain.length < longestChain ? await read(next) : null;
    if (record === null) return null;
    chain.push(record);
    next = tokenIdOf(record.createdBy);
  }
  return chain;
}

/** Why a token is not good any more, be it by those that it goes back to; null while it is. */
export function whyChainEnded(chain: TokenChain, now: number): string | null {
  for (const [generation, record] of chain.entries()) {
    const over = whyTokenEnded(record, now);
    if (over !== null) return generation === 0 ? over : `made by the token \`${record.name}\`, which is ${over}`;
  }
  return null;
}

/** When a token ends, at the latest with those that it goes back to; milliseconds since the epoch. */
export function chainEndsAt(chain: TokenChain): number {
  return Math.min(...chain.map(({ expiresAt }) => Date.parse(expiresAt)));
}

/**
 * The person behind a token, or the first token of its chain where no person has made that: `local:owner` is the
 * operator.
 */
export function personBehind(chain: TokenChain): string {
  for (const { id, owner, createdBy } of chain) {
    if (owner !== null && tokenIdOf(owner) === null) return owner;
    if (tokenIdOf(createdBy) === null) return createdBy.startsWith("user:") ? createdBy : `token:${id}`;
  }
  return `token:${chain[0]?.id ?? ""}`;
}
