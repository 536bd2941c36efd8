import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { readToken, type TokenRecord, tokenIdOf, tokenOver } from "./token-record.ts";

/** More than anybody needs; a line that is longer is none of ours. */
export const longestLine = 8;

/** A token, the token that made it, and so on: the first is the token itself. */
export type TokenLine = readonly TokenRecord[];

/** Null where the token, or one that it goes back to, is not there. */
export async function tokenLine(documentStore: DocumentStore, id: string): Promise<TokenLine | null> {
  return lineOf(id, (each) => readToken(documentStore, each));
}

/** The same of tokens that have been read. */
export async function lineOf(
  id: string,
  read: (id: string) => TokenRecord | null | Promise<TokenRecord | null>,
): Promise<TokenLine | null> {
  const line: TokenRecord[] = [];
  for (let next: string | null = id; next !== null; ) {
    const record: TokenRecord | null = line.length < longestLine ? await read(next) : null;
    if (record === null) return null;
    line.push(record);
    next = tokenIdOf(record.createdBy);
  }
  return line;
}

/** Why a token is not good any more, be it by those that it goes back to; null while it is. */
export function lineOver(line: TokenLine, now: number): string | null {
  for (const [generation, record] of line.entries()) {
    const over = tokenOver(record, now);
    if (over !== null) return generation === 0 ? over : `made by the token \`${record.name}\`, which is ${over}`;
  }
  return null;
}

/** When a token ends, at the latest with those that it goes back to; milliseconds since the epoch. */
export function lineEnds(line: TokenLine): number {
  return Math.min(...line.map(({ expiresAt }) => Date.parse(expiresAt)));
}

/**
 * The person behind a token, or the first token of its line where no person has made that: `local:owner` is the
 * operator.
 */
export function personBehind(line: TokenLine): string {
  for (const { id, owner, createdBy } of line) {
    if (owner !== null && tokenIdOf(owner) === null) return owner;
    if (tokenIdOf(createdBy) === null) return createdBy.startsWith("user:") ? createdBy : `token:${id}`;
  }
  return `token:${line[0]?.id ?? ""}`;
}
