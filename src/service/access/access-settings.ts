import { isAbsolute } from "node:path";
import { parsedObject } from "../../../packages/base/json/parsed-json.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import type { CredentialBinding } from "../../engine/ports/credential-binding.ts";
import type { ProviderKinds } from "./bindings/binding-faults.ts";
import { readBinding } from "./bindings/read-binding.ts";
import { readIssuer } from "./issuers/read-issuer.ts";
import type { TrustedIssuer } from "./issuers/trusted-issuer.ts";
import { isNameOnly, isSubject } from "./roles/role-assignments.ts";
import { SettingsReader } from "./settings-reader.ts";

/** What an operator of the service decides about access beside the policies. */
export interface AccessSettings {
  readonly issuers: readonly TrustedIssuer[];
  /** Who is admin of everything whatever the document store says: people (`user:<issuer>|<subject>`) and groups. */
  readonly admins: readonly string[];
  /** Which credentials of the service go where. */
  readonly credentials: readonly CredentialBinding[];
  /** What admins may name as a credential through the API. */
  readonly credentialSources: CredentialSources;
}

/** Environment variables by name, and files by path; what ends in a slash is all that lies below. */
export interface CredentialSources {
  readonly environment: readonly string[];
  readonly files: readonly string[];
}

export const noSettings: AccessSettings = {
  issuers: [],
  admins: [],
  credentials: [],
  credentialSources: { environment: [], files: [] },
};

/**
 * Reads the settings' JSON text; all problems at once, each with its JSON pointer. `file` is for messages.
 */
export function readAccessSettings(
  text: string,
  file: string,
  providers: ProviderKinds,
): Result<AccessSettings, readonly Problem[]> {
  const document = parsedObject(text);
  if (document === undefined) return err([problem("invalid-access-settings", `${file} holds no JSON object`)]);
  const reader = new SettingsReader(document, file);
  reader.known(["issuers", "admins", "credentials", "credentialSources"]);
  const issuers = (reader.list("issuers") ?? []).map((each, place) => {
    const below = reader.of(each, "issuers", place);
    return below === null ? null : readIssuer(below);
  });
  const admins = reader.texts("admins") ?? [];
  for (const [place, admin] of admins.entries())
    if (!isSubject(admin) || isNameOnly(admin))
      reader.wrong(`/admins/${place}`, `\`${admin}\` is neither \`user:ISSUER|ID\` nor \`group:NAME\``);
  const names = issuers.map((each) => each?.issuer);
  for (const [place, name] of names.entries())
    if (name !== undefined && names.indexOf(name) !== place)
      reader.wrong(`/issuers/${place}/issuer`, "this issuer is there twice");
  const credentials = credentialsIn(reader, providers);
  const sources = reader.below("credentialSources");
  sources?.known(["environment", "files"]);
  const credentialSources = {
    environment: sources?.texts("environment") ?? [],
    files: sources?.texts("files") ?? [],
  };
  for (const [place, path] of credentialSources.files.entries())
    if (!isAbsolute(path)) sources?.wrongAt(`files/${place}`, "this is no whole path");
  if (reader.problems.length > 0) return err(reader.problems);
  return ok({ issuers: issuers.filter((each) => each !== null), admins, credentials, credentialSources });
}

function credentialsIn(reader: SettingsReader, providers: ProviderKinds): readonly CredentialBinding[] {
  const found = (reader.list("credentials") ?? []).map((each, place) => {
    const below = reader.of(each, "credentials", place);
    return below === null ? null : readBinding(below, providers);
  });
  const names = found.map((each) => each?.name);
  for (const [place, name] of names.entries())
    if (name !== undefined && names.indexOf(name) !== place)
      reader.wrong(`/credentials/${place}/name`, "this name is there twice");
  return found.filter((each) => each !== null);
}
