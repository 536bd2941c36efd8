import type { AuthClient, BaseExternalAccountClient, OAuth2ClientOptions } from "google-auth-library";
import { invariant } from "../../../../packages/base/invariant.ts";
import { isJsonObject, type JsonObject } from "../../../../packages/base/json/json.ts";
import type { GoogleKey } from "./google-key-file.ts";

type Library = typeof import("google-auth-library");

/** What clients are made with. */
export interface ClientMeans {
  readonly library: Library;
  readonly scope: string;
  /** By which the library sends what it sends. */
  readonly fetch: typeof globalThis.fetch;
}

/**
 * The client of a key that was judged, by the type that the key itself says: the library warns of its ways that take
 * any type. Reads nothing and sends nothing. Throws what the library says of a key without its parts. Source: the
 * library's `GoogleAuth.fromJSON`.
 */
export function clientOfKey(key: GoogleKey, means: ClientMeans): AuthClient {
  const { library, scope } = means;
  const { kind, fields } = key;
  const options = optionsOf(means);
  switch (kind) {
    case "service_account": {
      const client = new library.JWT({ ...options, scopes: [scope] });
      // A service account signs for itself, without a round trip to the token endpoint.
      client.useJWTAccessWithScope = true;
      client.fromJSON(fields);
      return client;
    }
    case "authorized_user": {
      const client = new library.UserRefreshClient(options);
      client.fromJSON(fields);
      return client;
    }
    case "external_account": {
      const client = workload(fields, means);
      client.scopes = [scope];
      return client;
    }
    case "external_account_authorized_user":
      return new library.ExternalAccountAuthorizedUserClient(checkedByLibrary({ ...fields, ...options }));
    case "impersonated_service_account":
      return impersonated(key, means);
  }
}

function optionsOf({ fetch }: ClientMeans): Pick<OAuth2ClientOptions, "transporterOptions"> {
  return { transporterOptions: { fetchImplementation: fetch } };
}

function workload(key: JsonObject, means: ClientMeans): BaseExternalAccountClient {
  const { library } = means;
  const source = key["credential_source"];
  const options = { ...key, ...optionsOf(means) };
  if (isJsonObject(source) && source["environment_id"] !== undefined)
    return byOneWay(new library.AwsClient(checkedByLibrary(options)));
  if (isJsonObject(source) && source["executable"] !== undefined)
    return byOneWay(new library.PluggableAuthClient(checkedByLibrary(options)));
  return byOneWay(new library.IdentityPoolClient(checkedByLibrary(options)));
}

/** The library makes the exchange of tokens a way of its own, for which it has no option: it gets the client's. */
function byOneWay(client: BaseExternalAccountClient): BaseExternalAccountClient {
  const exchange: unknown = Reflect.get(client, "stsCredential");
  invariant(
    typeof exchange === "object" && exchange !== null && "transporter" in exchange,
    "Google's library has another form than was known",
  );
  exchange.transporter = client.transporter;
  return client;
}

/**
 * The library warns of keys that others may have written: the addresses in this one were judged. The warning is printed
 * within the call, which waits for nothing.
 */
function impersonated({ fields, source }: GoogleKey, means: ClientMeans): AuthClient {
  invariant(source !== null, "an impersonated account has a key that it is impersonated with");
  const { service_account_impersonation_url: address, delegates = [] } = fields;
  if (typeof address !== "string") throw new Error("it has no `service_account_impersonation_url`");
  const principal = /([^/]+):(generateAccessToken|generateIdToken)$/.exec(address)?.[1];
  if (principal === undefined) throw new Error("its `service_account_impersonation_url` names no account");
  const options = {
    ...{ ...fields, ...optionsOf(means) },
    sourceClient: clientOfKey(source, means),
    targetPrincipal: principal,
    targetScopes: [means.scope],
    delegates,
    endpoint: new URL(address).origin,
  };
  // The library prints its warning there, and nowhere else can it be kept from it.
  // biome-ignore-start lint/suspicious/noConsole: as said above
  const warn = console.warn;
  console.warn = () => undefined;
  try {
    return new means.library.Impersonated(checkedByLibrary(options));
  } finally {
    console.warn = warn;
  }
  // biome-ignore-end lint/suspicious/noConsole: as before
}

/** The library's constructors look themselves for what they need, and say what is missing. */
function checkedByLibrary<T>(options: object): T {
  return options as T;
}
