import type { JSONWebKeySet } from "jose";
import { isJsonObject } from "../../../../packages/base/json/json.ts";
import { originOf } from "../claims.ts";
import type { SettingsReader } from "../settings-reader.ts";
import { acceptedTokenTypes, asymmetricAlgorithms, type ClaimMapping, type TrustedIssuer } from "./trusted-issuer.ts";

const members = [
  "issuer",
  "audience",
  "keysUrl",
  "jwks",
  "algorithms",
  "tokenTypes",
  "clockSkewSeconds",
  "longestLifeSeconds",
  "claims",
  "login",
];

/** One issuer of the settings; null when something is wrong, which the reader then has. */
export function readIssuer(reader: SettingsReader): TrustedIssuer | null {
  reader.known(members);
  const issuer = address("issuer", reader);
  const audience = reader.texts("audience") ?? [];
  if (audience.length === 0)
    reader.wrongAt("audience", "this is missing: without it, tokens for other services are taken");
  const keys = keysOf(reader);
  const claims = claimsOf(reader.below("claims"));
  const login = loginOf(reader.below("login"));
  const algorithms = reader.choice("algorithms", asymmetricAlgorithms) ?? ["RS256", "PS256", "ES256", "EdDSA"];
  const tokenTypes = reader.choice("tokenTypes", acceptedTokenTypes) ?? ["at+jwt"];
  const clockSkewSeconds = reader.whole("clockSkewSeconds", 0, 300) ?? 30;
  const longestLifeSeconds = reader.whole("longestLifeSeconds", 60, 604_800) ?? 86_400;
  if (issuer === null || keys === null) return null;
  return { issuer, audience, keys, login, algorithms, tokenTypes, clockSkewSeconds, longestLifeSeconds, claims };
}

function keysOf(reader: SettingsReader): TrustedIssuer["keys"] | null {
  const jwks = reader.value("jwks");
  const isBoth = jwks !== undefined && reader.value("keysUrl") !== undefined;
  if (isBoth) reader.wrongAt("jwks", "keys come from one place: leave out this, or keysUrl");
  if (jwks === undefined) {
    const url = address("keysUrl", reader);
    return url === null ? null : { url };
  }
  if (isPublicKeySet(jwks)) return { jwks };
  reader.wrongAt("jwks", "this is no set of public keys");
  return null;
}

function isPublicKeySet(value: unknown): value is JSONWebKeySet {
  return isJsonObject(value) && Array.isArray(value["keys"]) && value["keys"].every(isPublicKey);
}

function isPublicKey(key: unknown): boolean {
  return isJsonObject(key) && ["RSA", "EC", "OKP"].some((each) => each === key["kty"]) && key["d"] === undefined;
}

/** An address that no stranger on the way can answer for: HTTPS, or this machine. */
function address(name: string, reader: SettingsReader): string | null {
  const given = reader.text(name);
  if (given === null) {
    if (reader.value(name) === undefined) reader.wrongAt(name, "this is missing");
    return null;
  }
  const url = URL.parse(given);
  const isLocal = url !== null && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLocal);
  if (isSafe && !given.includes("|") && url?.username === "" && url.password === "") return given;
  reader.wrongAt(name, "this is no https address");
  return null;
}

function claimsOf(reader: SettingsReader | null): ClaimMapping {
  reader?.known(["name", "groups", "accountAdmin", "workspaces"]);
  const name = reader?.texts("name") ?? ["email", "preferred_username"];
  return {
    name,
    groups: groupsOf(reader?.below("groups") ?? null),
    accountAdmin: accountAdminOf(reader?.below("accountAdmin") ?? null),
    workspaces: workspacesOf(reader?.below("workspaces") ?? null),
  };
}

function groupsOf(reader: SettingsReader | null): ClaimMapping["groups"] {
  reader?.known(["claim", "prefix"]);
  const claim = claimIn(reader);
  return claim === null ? null : { claim, prefix: reader?.text("prefix") ?? "" };
}

function accountAdminOf(reader: SettingsReader | null): ClaimMapping["accountAdmin"] {
  reader?.known(["claim", "value"]);
  const claim = claimIn(reader);
  if (claim === null) return null;
  return { claim, value: reader?.value("value") === true ? true : (reader?.text("value") ?? true) };
}

function workspacesOf(reader: SettingsReader | null): ClaimMapping["workspaces"] {
  reader?.known(["claim", "origins"]);
  const claim = claimIn(reader);
  if (reader === null || claim === null) return null;
  const origins: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(reader.value("origins") ?? {})) {
    const origin = typeof value === "string" ? originOf(value) : null;
    if (origin === null) reader.wrongAt(`origins/${name}`, "this is no address of a workspace");
    else origins[name] = origin;
  }
  return { claim, origins };
}

function claimIn(reader: SettingsReader | null): string | null {
  if (reader === null) return null;
  const claim = reader.text("claim");
  if (claim === null && reader.value("claim") === undefined) reader.wrongAt("claim", "this is missing");
  return claim;
}

function loginOf(reader: SettingsReader | null): TrustedIssuer["login"] {
  if (reader === null) return null;
  reader.known(["clientId", "scope"]);
  const clientId = reader.text("clientId");
  if (clientId === null) {
    reader.wrongAt("clientId", "this is missing");
    return null;
  }
  return { clientId, scope: reader.text("scope") ?? "openid profile email offline_access" };
}
