import { join } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { ProblemCode } from "../../../packages/base/problems/problem-codes.ts";
import { err, ok, type Result } from "../../../packages/base/result.ts";
import { AccessControl, type AccessOptions } from "./access-control.ts";
import { type AccessSettings, noSettings, readAccessSettings } from "./access-settings.ts";
import type { ProviderKinds } from "./bindings/binding-faults.ts";
import { openPolicies } from "./policies/policies.ts";
import { ownPolicyFolder, ownTextFile, policyFolder, schemaName, textFile } from "./policies/policy-folder.ts";
import { secretFileFault } from "./tokens/secret-file.ts";

export interface AccessFiles {
  /** The folder of the policies that are shipped, with their schema. */
  readonly shipped: string;
  /** The operators' own policies, which count beside the shipped ones. */
  readonly policies: string | undefined;
  /** The file of settings; without it, API tokens are the only way in. */
  readonly settings: string | undefined;
  /** By their kinds. */
  readonly providers: ProviderKinds;
}

/**
 * An AccessControl by what stands in files. Problems name file and line; Faults are for shipped files that can't be
 * read.
 */
export async function openAccess(
  files: AccessFiles,
  surroundings: Omit<AccessOptions, "policies" | "settings">,
): Promise<Result<AccessControl, readonly Problem[]>> {
  const settings = files.settings === undefined ? ok(noSettings) : settingsIn(files.settings, files.providers);
  if (!settings.ok) return settings;
  const { policies: folder } = files;
  const own = folder === undefined ? ok([]) : given("invalid-policy", () => ownPolicyFolder(folder));
  if (!own.ok) return own;
  const schema = textFile(join(files.shipped, schemaName));
  const policies = await openPolicies(schema, [...policyFolder(files.shipped), ...own.value]);
  if (!policies.ok) return policies;
  return ok(new AccessControl({ ...surroundings, policies: policies.value, settings: settings.value }));
}

function settingsIn(path: string, providers: ProviderKinds) {
  const read = given("invalid-access-settings", () => ownTextFile(path));
  if (!read.ok) return read;
  const settings = readAccessSettings(read.value.text, read.value.file, providers);
  if (!settings.ok) return settings;
  const unsafe = unsafeFiles(settings.value, path);
  return unsafe.length > 0 ? err(unsafe) : settings;
}

/** Files of credentials that others could have written or may read: said before a call needs one. */
function unsafeFiles({ credentials }: AccessSettings, settings: string): readonly Problem[] {
  return credentials.flatMap(({ credential }, place) => {
    const fault = credential.kind === "file" ? secretFileFault(credential.path) : null;
    if (fault === null) return [];
    const pointer = `/credentials/${place}/credential/file`;
    return [problem("invalid-access-settings", `${settings}, ${pointer}: ${fault}`, { pointer })];
  });
}

/** What an operator names and can't be read is their mistake; a shipped file that can't be is not. */
function given<T>(code: ProblemCode, read: () => T): Result<T, readonly Problem[]> {
  try {
    return ok(read());
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return err([problem(code, cause.message)]);
  }
}
