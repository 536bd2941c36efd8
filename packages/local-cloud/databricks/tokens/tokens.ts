import type { Json, JsonObject } from "../../../base/json/json.ts";
import { documentCodec } from "../../../base/json/plain.ts";
import { neverExpires, tokenPrefix } from "../../../vendor-wire/databricks/token-wire.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";
import { type Identity, numericId, referenceOf } from "../identities/identity.ts";
import { workspace } from "../workspace.ts";
import { giveToken, withdrawToken } from "./bearer-tokens.ts";

/**
 * A token as it is kept: whose it is, what is told of it, where its bearer entry is. The token itself is kept nowhere.
 */
export type StoredToken = { readonly owner: string; readonly info: JsonObject; readonly bearerKey: string };

const collection = "token";
const tokens = documentCodec<StoredToken>();

/** In the order of their ids. */
export function listTokens(context: EmulatorContext): readonly StoredToken[] {
  return context.documents.list(collection).map(({ document }) => tokens.read(document));
}

export function findToken(context: EmulatorContext, id: string): StoredToken | undefined {
  const stored = context.documents.get(collection, id);
  return stored && tokens.read(stored);
}

export function storeToken(context: EmulatorContext, token: StoredToken): void {
  context.documents.put(collection, String(token.info["token_id"]), token);
}

/** Takes a token away; it is void at once. */
export function removeToken(context: EmulatorContext, id: string, token: StoredToken): void {
  context.documents.delete(collection, id);
  withdrawToken(context, token.bearerKey);
  context.wrote("delete", `tokens/${id}`);
}

/**
 * Makes a token as a request asks for it (`lifetime_seconds`, `comment`, `scopes`), which has been found well-formed.
 */
export function issueToken(
  asked: JsonObject,
  owner: Identity,
  creator: Identity,
  context: EmulatorContext,
): { readonly token: string; readonly info: JsonObject } {
  const tokenId = context.unique();
  const token = `${tokenPrefix}${context.unique()}`;
  const lifetime = asked["lifetime_seconds"];
  const expiry = typeof lifetime === "number" ? context.now() + lifetime * 1000 : null;
  const info: JsonObject = {
    token_id: tokenId,
    ...(asked["comment"] === undefined ? {} : { comment: asked["comment"] }),
    creation_time: context.now(),
    expiry_time: expiry ?? neverExpires,
    created_by_id: numericId(creator),
    created_by_username: creator.name,
    owner_id: numericId(owner),
    workspace_id: Number(workspace.workspace_id),
    ...(asked["scopes"] === undefined ? {} : { scopes: asked["scopes"] }),
  };
  storeToken(context, { owner: referenceOf(owner), info, bearerKey: giveToken(context, token, owner, expiry) });
  context.wrote("create", `tokens/${tokenId}`);
  return { token, info };
}

/** What is wrong with the optional members of a request; undefined when nothing is. */
export function malformedToken(body: JsonObject): string | undefined {
  const { lifetime_seconds: lifetime, comment, scopes } = body;
  if (lifetime !== undefined && !(Number.isSafeInteger(lifetime) && Number(lifetime) > 0)) {
    return "lifetime_seconds must be a whole number of seconds, more than zero.";
  }
  if (comment !== undefined && typeof comment !== "string") return "comment must be a string.";
  return isTextList(scopes) ? undefined : "scopes must be a list of strings.";
}

function isTextList(value: Json | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.every((each) => typeof each === "string"));
}
