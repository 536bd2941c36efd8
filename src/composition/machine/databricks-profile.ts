import { join } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import type { ProfileUse } from "../../providers/credentials/sources/machine.ts";
import { readSecretFile } from "./read-secret-file.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Keys of a profile that say where, and the variables that they stand for. Source: the vendor's Go SDK, `config.go`.
 */
const places: Readonly<Record<string, string>> = {
  host: "DATABRICKS_HOST",
  account_id: "DATABRICKS_ACCOUNT_ID",
  workspace_id: "DATABRICKS_WORKSPACE_ID",
};

/** Those that say with what. */
const credentials: Readonly<Record<string, string>> = {
  token: "DATABRICKS_TOKEN",
  client_id: "DATABRICKS_CLIENT_ID",
  client_secret: "DATABRICKS_CLIENT_SECRET",
  auth_type: "DATABRICKS_AUTH_TYPE",
  audience: "DATABRICKS_TOKEN_AUDIENCE",
  oidc_token_env: "DATABRICKS_OIDC_TOKEN_ENV",
  databricks_id_token_filepath: "DATABRICKS_OIDC_TOKEN_FILEPATH",
};

/** Those of them that are Entra's. */
const entraCredentials: Readonly<Record<string, string>> = {
  azure_client_id: "ARM_CLIENT_ID",
  azure_client_secret: "ARM_CLIENT_SECRET",
  azure_tenant_id: "ARM_TENANT_ID",
  azure_use_msi: "ARM_USE_MSI",
  azure_workspace_resource_id: "DATABRICKS_AZURE_RESOURCE_ID",
};

/** Variables that are a credential by themselves or a part of one. What only chooses among ways is none. */
const own = ["DATABRICKS_TOKEN", "DATABRICKS_CLIENT_ID", "DATABRICKS_CLIENT_SECRET", "DATABRICKS_OIDC_TOKEN"];
const ownOfEntra = ["ARM_CLIENT_ID", "ARM_CLIENT_SECRET", "ARM_TENANT_ID"];

/**
 * The environment with what a profile of `.databrickscfg` says, where `DATABRICKS_CONFIG_PROFILE` or
 * `DATABRICKS_CONFIG_FILE` asks for one. Variables that are set come first. A credential is taken whole or not at all,
 * and for the profile's own host. Throws Fault("invalid-environment") for a file that is not only ours, that can't be
 * read, or that has no such profile.
 */
export function withDatabricksProfile(
  environment: Environment,
  home: string,
): { readonly environment: Environment; readonly profile: ProfileUse | null } {
  const isSet = (name: string) => (environment[name] ?? "") !== "";
  if (!isSet("DATABRICKS_CONFIG_PROFILE") && !isSet("DATABRICKS_CONFIG_FILE")) return { environment, profile: null };
  const named = environment["DATABRICKS_CONFIG_FILE"] || "~/.databrickscfg";
  const path = named.startsWith("~/") ? join(home, named.slice(2)) : named;
  const name = environment["DATABRICKS_CONFIG_PROFILE"] || "DEFAULT";
  const profile = profilesIn(textOf(path)).get(name);
  if (profile === undefined) throw unusable(`${path} has no profile \`${name}\``);
  const host = addressOf(profile.get("host"));
  const values = new Map([...profile, ...(host === undefined ? [] : [["host", host] as const])]);
  const added = (variables: Readonly<Record<string, string>>) =>
    Object.entries(variables).flatMap(([key, variable]) => {
      const value = values.get(key) ?? "";
      return value === "" || isSet(variable) ? [] : [[variable, value] as const];
    });
  const secrets = own.some(isSet)
    ? []
    : [...added(credentials), ...(ownOfEntra.some(isSet) ? [] : added(entraCredentials))];
  const wanted = addressOf(environment["DATABRICKS_HOST"] || undefined);
  if (secrets.length > 0 && wanted !== undefined && wanted !== host)
    throw unusable(
      `the profile \`${name}\` of ${path} is for ${host ?? "no host"}, and DATABRICKS_HOST says ${wanted}: ` +
        "unset one of the two",
    );
  const given = [...added(places), ...secrets];
  const hasOwn = [...Object.keys(credentials), ...Object.keys(entraCredentials)].some((key) => values.has(key));
  const passedOverFor = (hasOwn ? own.find(isSet) : undefined) ?? null;
  return {
    environment: { ...environment, ...Object.fromEntries(given) },
    profile: { name, gives: given.map(([variable]) => variable), passedOverFor },
  };
}

function textOf(path: string): string {
  try {
    return readSecretFile(path);
  } catch (cause) {
    if (cause instanceof Fault) throw unusable(cause.message, cause);
    throw unusable(`${path} can't be read`, cause);
  }
}

function unusable(why: string, cause?: unknown): Fault {
  return new Fault("invalid-environment", why, { cause });
}

/** The origin of a host, which is written with or without its scheme; undefined where there is none. */
function addressOf(host: string | undefined): string | undefined {
  if (host === undefined || host === "") return undefined;
  return URL.parse(host.includes("://") ? host : `https://${host}`)?.origin;
}

/** Sections of an INI file by name, each with its keys. */
function profilesIn(text: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const profiles = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const section = /^\s*\[([^\]]+)\]\s*$/.exec(line)?.[1]?.trim();
    if (section !== undefined) {
      current = profiles.get(section) ?? new Map<string, string>();
      profiles.set(section, current);
      continue;
    }
    const [, key, value = ""] = /^\s*([^#;=:\s][^=:]*?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) current.set(key, value.replace(/^(["'])(.*)\1$/, "$2"));
  }
  return profiles;
}
