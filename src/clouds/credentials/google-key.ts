import type { AuthClient } from "google-auth-library";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { GivenCredential } from "./given-credential.ts";

type Library = typeof import("google-auth-library");

/**
 * The client for a key that was given, by the type that the key itself says: the library warns of its ways that take any
 * type. Reads nothing and sends nothing. Throws for what is no key, and what the library says of a key without its parts.
 * Source: the library's `GoogleAuth.fromJSON`.
 */
export function clientOfKey({ text, name }: GivenCredential, scope: string, library: Library): AuthClient {
  const key = parsed(text);
  if (key === undefined) throw new Error(`${name} is no JSON object`);
  const { type } = key;
  switch (type) {
    case "service_account": {
      const client = new library.JWT({ scopes: [scope] });
      // A service account signs for itself, without a round trip to the token endpoint.
      client.useJWTAccessWithScope = true;
      client.fromJSON(key);
      return client;
    }
    case "authorized_user": {
      const client = new library.UserRefreshClient();
      client.fromJSON(key);
      return client;
    }
    case "external_account": {
      const client = workload(key, library);
      client.scopes = [scope];
      return client;
    }
    case "external_account_authorized_user":
      return new library.ExternalAccountAuthorizedUserClient(checkedByLibrary(key));
    case "impersonated_service_account":
      return impersonated(key, scope, library);
    default:
      throw new Error(typeof type === "string" ? `\`${type}\` is no kind of key that is known` : "it has no `type`");
  }
}

function workload(key: JsonObject, library: Library) {
  const source = key["credential_source"];
  if (isJsonObject(source) && source["environment_id"] !== undefined)
    return new library.AwsClient(checkedByLibrary(key));
  if (isJsonObject(source) && source["executable"] !== undefined)
    return new library.PluggableAuthClient(checkedByLibrary(key));
  return new library.IdentityPoolClient(checkedByLibrary(key));
}

/**
 * The library has one way to such a client, and it warns of keys that others may have written: the operator named this one, and
 * its owner and mode were looked at. The warning is printed within the call, which waits for nothing.
 */
function impersonated(key: JsonObject, scope: string, { GoogleAuth }: Library): AuthClient {
  const auth = new GoogleAuth({ scopes: [scope], projectId: "none" });
  // biome-ignore-start lint/suspicious/noConsole: the library prints its warning there, and nowhere else can it be kept from it
  const warn = console.warn;
  console.warn = () => undefined;
  try {
    return auth.fromImpersonatedJSON(key);
  } finally {
    console.warn = warn;
  }
  // biome-ignore-end lint/suspicious/noConsole: as before
}

/** The library's constructors look themselves for what they need, and say what is missing. */
function checkedByLibrary<T>(key: JsonObject): T {
  return key as T;
}

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
