import { createHash, timingSafeEqual } from "node:crypto";
import type { Fields } from "../../../base/exchange/exchange.ts";
import type { JsonObject } from "../../../base/json/json.ts";
import { err, ok, type Result } from "../../../base/result.ts";
import type { EmulatorContext, LocalReply } from "../../runtime/local-vendor.ts";
import { credentialsOf, findClientById, isDeleted } from "./oauth-client-store.ts";
import type { OauthParameters } from "./oauth-parameters.ts";
import { oauthRefusal } from "./oauth-reply.ts";

/** The client with an id, or why it can't be used: it is unknown or purged, deleted, or disabled. */
export function usableClient(clientId: string, context: EmulatorContext): Result<JsonObject, string> {
  const client = findClientById(clientId, context);
  if (client === undefined) return err("The OAuth client was not found.");
  if (isDeleted(client)) return err("The OAuth client was deleted.");
  if (client["disabled"] === true) return err("The OAuth client is disabled.");
  return ok(client);
}

/**
 * A client without `PUBLIC_CLIENT` has secrets, also where its type was left open: leaving it out is no way in.
 */
export function isPublic(client: JsonObject): boolean {
  return client["clientType"] === "PUBLIC_CLIENT";
}

/**
 * Tells which client calls (RFC 6749, 2.3): a public one by `client_id`, any other by a secret that is not disabled, in
 * the Authorization header or in the body, not both.
 */
export function authenticateClient(
  { authorization }: Fields,
  parameters: OauthParameters,
  context: EmulatorContext,
): Result<JsonObject, LocalReply> {
  const client = authenticate(authorization, parameters, context);
  if (client.ok || client.error.status !== 401 || authorization === undefined) return client;
  // Who tried the header is told the scheme (RFC 6749, 5.2).
  return err({ ...client.error, headers: { ...client.error.headers, "www-authenticate": 'Basic realm="oauth"' } });
}

function authenticate(
  authorization: string | undefined,
  parameters: OauthParameters,
  context: EmulatorContext,
): Result<JsonObject, LocalReply> {
  const basic = readBasic(authorization);
  if (basic === "malformed") return err(oauthRefusal("invalid_client", "The Authorization header can't be read."));
  const named = parameters.get("client_id");
  if (basic !== null && (parameters.has("client_secret") || (named !== undefined && named !== basic.clientId))) {
    return err(oauthRefusal("invalid_request", "The client authenticates in more than one way."));
  }
  const clientId = basic?.clientId ?? named;
  if (clientId === undefined) return err(oauthRefusal("invalid_client", "The request names no client."));
  const client = usableClient(clientId, context);
  if (!client.ok) return err(oauthRefusal("invalid_client", client.error));
  const secret = basic?.secret ?? parameters.get("client_secret");
  if (isPublic(client.value)) {
    return secret === undefined ? client : err(oauthRefusal("invalid_client", "A public client has no secret."));
  }
  if (secret === undefined) return err(oauthRefusal("invalid_client", "The client's secret is required."));
  const credentials = credentialsOf(String(client.value["name"]), context);
  const match = credentials.some((each) => each["disabled"] !== true && isSame(secret, String(each["clientSecret"])));
  return match ? client : err(oauthRefusal("invalid_client", "The client's secret is wrong or disabled."));
}

/** HTTP Basic with both parts form-encoded (RFC 6749, 2.3.1); null when the header is absent. */
function readBasic(
  header: string | undefined,
): { readonly clientId: string; readonly secret: string } | null | "malformed" {
  if (header === undefined) return null;
  const encoded = /^basic ([A-Za-z0-9+/]+=*)$/i.exec(header)?.[1];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) return "malformed";
  try {
    const [clientId, secret] = [text.slice(0, colon), text.slice(colon + 1)].map(formDecoded);
    return { clientId: clientId ?? "", secret: secret ?? "" };
  } catch {
    return "malformed";
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

/** Compares in a time that does not depend on where the two differ. */
function isSame(a: string, b: string): boolean {
  return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
}
