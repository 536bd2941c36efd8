import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Register } from "../../engine/ports/register.ts";
import type { TokenScope } from "./caller.ts";
import { isRole } from "./roles.ts";

/** What the register keeps of an API token: all but the token. */
export interface TokenRecord {
  readonly id: string;
  readonly name: string;
  /** Whose rights it lends, within its scope. Null: a machine's, which holds roles of its own as `token:<id>`. */
  readonly owner: string | null;
  readonly scope: TokenScope;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  /** SHA-256 of the token, hex. */
  readonly digest: string;
}

export const tokenCollection = "tokens";

export async function readToken(register: Register, id: string): Promise<TokenRecord | null> {
  const found = await register.get(tokenCollection, id);
  return found === null ? null : tokenRecordOf(found.document);
}

export function tokenDocument(record: TokenRecord): JsonObject {
  const { stacks, role } = record.scope;
  return { ...record, scope: { role, stacks: stacks === null ? null : [...stacks] } };
}

/** Null for a document that is no token: such a one opens nothing. */
export function tokenRecordOf(document: JsonObject): TokenRecord | null {
  const { id, name, owner, scope, createdBy, createdAt, expiresAt, revokedAt, digest } = document;
  if (!isText(id) || !isText(name) || !isText(createdBy) || !isText(createdAt) || !isText(expiresAt)) return null;
  if (!isText(digest) || !isTextOrNull(owner) || !isTextOrNull(revokedAt)) return null;
  const limits = scopeOf(scope);
  if (limits === null || Number.isNaN(Date.parse(expiresAt))) return null;
  return { id, name, owner, scope: limits, createdBy, createdAt, expiresAt, revokedAt, digest };
}

/** Why a token is not good any more, or null while it is. */
export function tokenOver(record: TokenRecord, now: number): "revoked" | "expired" | null {
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

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function isTextOrNull(value: Json | undefined): value is string | null {
  return value === null || isText(value);
}
