import { digest } from "../../../base/digest.ts";
import type { JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { tokenPrefix } from "../../../vendor-wire/databricks/token-wire.ts";
import type { EmulatorContext, Principal } from "../../runtime/local-vendor.ts";
import { findIdentity, permissionOf } from "../identities/directory.ts";
import type { Identity } from "../identities/identity.ts";

const collection = "bearer";

/** OAuth access tokens start with this here; clients take them as they are. */
export const accessTokenPrefix = "oauth-";

/** A token that was given out here, kept by its digest only. `expiresAt` null: never. */
type Given = { readonly kind: Identity["kind"]; readonly name: string; readonly expiresAt: number | null };

const givenTokens = documentCodec<Given>();

/** Remembers a token that stands for an identity; gives the key by which it can be withdrawn. */
export function giveToken(context: EmulatorContext, token: string, owner: Identity, expiresAt: number | null): string {
  const key = digest(token);
  const given: Given = { kind: owner.kind, name: owner.name, expiresAt };
  context.documents.put(collection, key, given);
  return key;
}

export function withdrawToken(context: EmulatorContext, key: string): void {
  context.documents.delete(collection, key);
}

/** Forgets what has expired, so that short-lived tokens don't pile up. */
export function forgetExpired(context: EmulatorContext): void {
  for (const { key, document } of context.documents.list(collection)) {
    if (isExpired(givenTokens.read(document), context)) withdrawToken(context, key);
  }
}

/**
 * Who a bearer token stands for. The control surface's own `local:<name>` is the emulator runtime's to read. A token
 * that was given out here stands for its owner, or for no one (null) once it is void. Any other is void in `faithful`
 * mode; in `documented` mode only one of the forms given out here is, and the rest is the emulator runtime's to read.
 */
export function bearer(token: string, context: EmulatorContext): Principal | null | undefined {
  if (token.startsWith("local:")) return undefined;
  const given = context.documents.get(collection, digest(token)) as JsonObject as Given | undefined;
  const isOurs = [tokenPrefix, accessTokenPrefix].some((prefix) => token.startsWith(prefix));
  if (given === undefined) return context.mode === "faithful" || isOurs ? null : undefined;
  const owner = findIdentity(context, given.kind, given.name);
  if (owner?.active !== true || isExpired(given, context)) return null;
  const isMember = permissionOf(context, owner) !== null;
  return { name: owner.name, accountAdmin: owner.accountAdmin, workspaceMember: isMember, permitted: true };
}

function isExpired(given: Given, context: EmulatorContext): boolean {
  return given.expiresAt !== null && given.expiresAt <= context.now();
}
