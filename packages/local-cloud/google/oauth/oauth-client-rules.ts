import type { Json, JsonObject } from "../../../base/json/json.ts";
import type { FieldViolation } from "../../../vendor-wire/google/error-envelope.ts";
import { protoName } from "../../../vendor-wire/google/global-parameters.ts";
import {
  cloudPlatformScope,
  newerScopes,
  oauthClientIdPattern,
  oauthClientLimits,
  oauthClientLocation,
  oauthClientTypes,
  oauthGrantTypes,
} from "../../../vendor-wire/google/oauth-client-wire.ts";
import type { LocalMode } from "../../runtime/local-vendor.ts";

/** What is wrong with the place where a client is to be created. */
export function placeViolations(location: string, id: string | undefined, mode: LocalMode): readonly FieldViolation[] {
  const violations: FieldViolation[] = [];
  if (mode === "faithful" && location !== oauthClientLocation) {
    violations.push({ field: "parent", description: `The only supported location is ${oauthClientLocation}.` });
  }
  if (id === undefined || id === "") {
    violations.push({ field: "oauth_client_id", description: "oauth_client_id is required." });
  } else if (!oauthClientIdPattern.test(id)) {
    const description =
      "oauth_client_id takes 6 to 63 lowercase letters, digits or hyphens, begins with a letter, " +
      "does not end with a hyphen and does not begin with gcp-.";
    violations.push({ field: "oauth_client_id", description });
  }
  return violations;
}

/** What is wrong with a whole client, be it new or patched. */
export function clientViolations(client: JsonObject, mode: LocalMode): readonly FieldViolation[] {
  const scopes: readonly string[] = mode === "faithful" ? [cloudPlatformScope, ...newerScopes] : [cloudPlatformScope];
  return [
    ...members(client, "allowedGrantTypes", (item) => (oauthGrantTypes as readonly string[]).includes(item)),
    ...members(client, "allowedScopes", (item) => scopes.includes(item)),
    ...members(client, "allowedRedirectUris", (item) => URL.canParse(item)),
    ...length(client, "displayName", oauthClientLimits.displayName),
    ...length(client, "description", oauthClientLimits.description),
    ...oneOf(client, "clientType", oauthClientTypes),
  ];
}

function members(client: JsonObject, name: string, allowed: (item: string) => boolean): readonly FieldViolation[] {
  const field = `oauth_client.${protoName(name)}`;
  const items: readonly Json[] = Array.isArray(client[name]) ? client[name] : [];
  if (items.length === 0) return [{ field, description: `${field} is required.` }];
  return items.flatMap((item) =>
    typeof item === "string" && allowed(item)
      ? []
      : [{ field, description: `${field}: ${JSON.stringify(item)} is not allowed.` }],
  );
}

function length(client: JsonObject, name: string, maximum: number): readonly FieldViolation[] {
  const value = client[name];
  if (typeof value !== "string" || [...value].length <= maximum) return [];
  const field = `oauth_client.${protoName(name)}`;
  return [{ field, description: `${field} takes at most ${maximum} characters.` }];
}

function oneOf(client: JsonObject, name: string, values: readonly string[]): readonly FieldViolation[] {
  const value = client[name];
  if (value === undefined || (typeof value === "string" && values.includes(value))) return [];
  const field = `oauth_client.${protoName(name)}`;
  return [{ field, description: `Invalid value at '${field}', ${JSON.stringify(value)}` }];
}
