import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { type Problem, problem } from "../../base/problem.ts";
import { err, ok, type Result } from "../../base/result.ts";
import { readIssuer } from "./read-issuer.ts";
import { isSubject } from "./role-assignments.ts";
import { SettingsReader } from "./settings-reader.ts";
import type { TrustedIssuer } from "./trusted-issuer.ts";

/** What an operator of the service decides about access beside the policies. */
export interface AccessSettings {
  readonly issuers: readonly TrustedIssuer[];
  /** Who is admin of everything whatever the register says: people (`user:<issuer>|<subject>`) and groups. */
  readonly admins: readonly string[];
}

export const noSettings: AccessSettings = { issuers: [], admins: [] };

/** Reads the settings' JSON text; all problems at once, each with its JSON pointer. `file` is for messages. */
export function readAccessSettings(text: string, file: string): Result<AccessSettings, readonly Problem[]> {
  const document = parsed(text);
  if (document === undefined) return err([problem("invalid-access-settings", `${file} holds no JSON object`)]);
  const reader = new SettingsReader(document, file);
  reader.known(["issuers", "admins"]);
  const issuers = (reader.list("issuers") ?? []).map((each, place) => {
    const below = reader.of(each, "issuers", place);
    return below === null ? null : readIssuer(below);
  });
  const admins = reader.texts("admins") ?? [];
  for (const [place, admin] of admins.entries())
    if (!isSubject(admin)) reader.wrong(`/admins/${place}`, `\`${admin}\` is neither \`user:...\` nor \`group:...\``);
  const names = issuers.map((each) => each?.issuer);
  for (const [place, name] of names.entries())
    if (name !== undefined && names.indexOf(name) !== place)
      reader.wrong(`/issuers/${place}/issuer`, "this issuer is there twice");
  if (reader.problems.length > 0) return err(reader.problems);
  return ok({ issuers: issuers.filter((each) => each !== null), admins });
}

function parsed(text: string): JsonObject | undefined {
  try {
    const document = JSON.parse(text) as Json;
    return isJsonObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}
