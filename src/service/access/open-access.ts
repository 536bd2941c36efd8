import { join } from "node:path";
import type { Problem } from "../../base/problem.ts";
import { ok, type Result } from "../../base/result.ts";
import { AccessControl, type AccessOptions } from "./access-control.ts";
import { noSettings, readAccessSettings } from "./access-settings.ts";
import { openPolicies } from "./policies.ts";
import { policyFolder, schemaName, textFile } from "./policy-folder.ts";

export interface AccessFiles {
  /** The folder of the policies that are shipped, with their schema. */
  readonly shipped: string;
  /** The operators' own policies, which count beside the shipped ones. */
  readonly policies: string | undefined;
  /** The file of settings; without it, API tokens are the only way in. */
  readonly settings: string | undefined;
}

/** An AccessControl by what stands in files. Problems name file and line; Faults are for files that can't be read. */
export async function openAccess(
  files: AccessFiles,
  surroundings: Omit<AccessOptions, "policies" | "settings">,
): Promise<Result<AccessControl, readonly Problem[]>> {
  const settings = files.settings === undefined ? ok(noSettings) : settingsIn(files.settings);
  if (!settings.ok) return settings;
  const own = files.policies === undefined ? [] : policyFolder(files.policies);
  const schema = textFile(join(files.shipped, schemaName));
  const policies = await openPolicies(schema, [...policyFolder(files.shipped), ...own]);
  if (!policies.ok) return policies;
  return ok(new AccessControl({ ...surroundings, policies: policies.value, settings: settings.value }));
}

function settingsIn(path: string) {
  const { file, text } = textFile(path);
  return readAccessSettings(text, file);
}
