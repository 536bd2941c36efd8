import { samePlain } from "../../../../packages/base/json/plain.ts";
import { err, ok, type Result } from "../../../../packages/base/result.ts";
import type { RecordedOptions, RecordedProvider } from "../../state/records/record.ts";
import type { ChangedObject } from "../changed-object.ts";
import { doer, refused } from "../undo-refusal.ts";
import type { Verdict } from "../verdict.ts";
import { formerDependencies, formerOptions, type NamesThen } from "./former-options.ts";
import { formerValue } from "./former-value.ts";

/** All that is declared of an object beside its fields. */
interface FormerSettings {
  readonly address: string;
  readonly provider: RecordedProvider;
  readonly apiVersion: string;
  readonly options: RecordedOptions;
  readonly dependsOn: readonly string[];
}

/**
 * The name, provider, options and dependencies that an object gets back; refused where something has changed one of
 * them since.
 */
export function formerSettings(
  { before, after, now, later, ofRun }: ChangedObject,
  names: NamesThen,
): Result<FormerSettings, Verdict> {
  const { address } = now;
  const last = later.at(-1);
  const by = last === undefined ? "something else" : doer(last.run, ofRun);
  const changed = (what: string) => err(refused(address, `the ${what} of \`${address}\` was changed by ${by}`));
  const provider = formerValue(before.provider, after.provider, now.provider, samePlain);
  const apiVersion = formerValue(before.apiVersion, after.apiVersion, now.apiVersion, (one, other) => one === other);
  const options = formerOptions(before, after, now, names);
  if (provider === null) return changed("provider");
  if (apiVersion === null) return changed("interface version");
  if (!options.ok) return changed(`option \`${options.error}\``);
  const isMoved = before.address !== after.address;
  if (isMoved && address !== after.address && address !== before.address)
    return err(refused(address, `\`${after.address}\` was renamed to \`${address}\` by ${by}`));
  const dependsOn = formerDependencies(before, after, now, names);
  return ok({ address: isMoved ? before.address : address, provider, apiVersion, options: options.value, dependsOn });
}
