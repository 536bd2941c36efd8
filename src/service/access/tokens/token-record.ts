import { isJsonObject, type Json, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import type { TokenScope } from "../caller.ts";
import { isRole } from "../roles/roles.ts";

/** What the document store keeps of an API token: all but the token. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  /** Whose rights it lends, within its scope. Null: a machine's, which holds roles of its own as `token:<id>`. */
  readonly owner: string | null;
  readonly scope: TokenScope;
  /** Of the stacks of the scope, by name: one that is made anew is outside it. */
  readonly lineages: Readonly<Record<string, string>>;
  /** Only for machines: what the platforms take it for. A token that lends has its owner's rank. */
  readonly accountAdmin: boolean;
  /** Only for machines: origins of the workspaces that it is a member of. */
  readonly workspaces: readonly string[];
  /** Who made it. A token that has made another goes before it: this one ends with it and may do no more than it. */
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  /** SHA-256 of the token, hex. */
  readonly digest: string;
}

export const tokenCollection = "tokens";

export async function readToken(documentStore: DocumentStore, id: string): Promise<TokenRecord | null> {
  const found = await documentStore.get(tokenCollection, id);
  return found === null ? null : tokenRecordOf(found.document);
}

export function tokenDocument(record: TokenRecord): JsonObject {
  const { stacks, role } = record.scope;
  return {
    ...record,
    scope: { role, stacks: stacks === null ? null : [...stacks] },
    workspaces: [...record.workspaces],
  };
}

/** Null for a document that is no token: such a one opens nothing. */
export function tokenRecordOf(document: JsonObject): TokenRecord | null {
  const { id, name, owner, scope, createdBy, createdAt, expiresAt, revokedAt, digest } = document;
  if (!isText(id) || !isText(name) || !isText(createdBy) || !isText(createdAt) || !isText(expiresAt)) return null;
  if (!isText(digest) || !isTextOrNull(owner) || !isTextOrNull(revokedAt)) return null;
  const limits = scopeOf(scope);
  if (limits === null || Number.isNaN(Date.parse(expiresAt))) return null;
  // Tokens of older versions say neither: they are limited to no stack that there is, and have no rank.
  const { lineages = {}, accountAdmin = false, workspaces = [] } = document;
  const known = isJsonObject(lineages) ? Object.entries(lineages).filter(hasText) : [];
  return {
    ...{ id, name, owner, scope: limits, createdBy, createdAt, expiresAt, revokedAt, digest },
    lineages: Object.fromEntries(known),
    accountAdmin: accountAdmin === true,
    workspaces: Array.isArray(workspaces) ? workspaces.filter(isText) : [],
  };
}

/** The id of the token that a principal is; null for people and whoever else. */
export function tokenIdOf(principal: string): string | null {
  return principal.startsWith("token:") ? principal.slice("token:".length) : null;
}

/** Why a token is not good any more, or null while it is. */
export function whyTokenEnded(record: TokenRecord, now: number): "revoked" | "expired" | null {
  if (record.revokedAt !== null) return "revoked";
  return Date.parse(record.expiresAt) <= now ? "expired" : null;
}

function scopeOf(value: Json | undefined): TokenScope | null {
  if (!isJsonObject(value)) return null;
  const { role, stacks } = value;
  if (!isRole(role)) return null;
  if (stacks === null) return { role, stacks };
  if (!Array.isArray(stacks) || !stacks.every((each) => typeof each === "string")) return null;
  return { role, stacks };
}

function hasText(entry: [string, Json]): entry is [string, string] {
  return isText(entry[1]);
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: Json | undefined): value is string | null {
  return value === null || isText(value);
}
