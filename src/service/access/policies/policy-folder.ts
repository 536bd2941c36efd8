import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../../../packages/base/fault.ts";
import { type ForeignAccess, foreignAccessAt } from "../../../files/foreign-access.ts";
import { foreignAccessOnPath } from "../../../files/path-access.ts";
import { readRegularFile } from "../../../files/regular-file.ts";
import { whyFailed } from "../../../files/why-failed.ts";
import type { PolicyFile } from "./policy-problems.ts";

/** The schema in the folder of the policies that are shipped. */
export const schemaName = "plumbline.cedarschema";

/** All `*.cedar` files of a folder, by name. Throws Fault("store-failed") when it can't be read. */
export function policyFolder(folder: string): readonly PolicyFile[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".cedar"));
    return names.toSorted().map((name) => textFile(join(folder, name)));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("store-failed", `the folder of policies ${folder} can't be read`, { cause });
  }
}

/** The same for a folder that an operator names: another user must not be able to write what stands in it. */
export function ownPolicyFolder(folder: string): readonly PolicyFile[] {
  refuseForeignAccess(folder);
  const files = policyFolder(folder);
  for (const { file } of files) refuseForeignAccess(file);
  return files;
}

/** A text with its path. Throws Fault("store-failed") when it can't be read. */
export function textFile(file: string): PolicyFile {
  try {
    return { file, text: readRegularFile(file) };
  } catch (cause) {
    throw new Fault("store-failed", `the file ${file} can't be read: ${whyFailed(cause)}`, { cause });
  }
}

/** The same for a file that an operator names. */
export function ownTextFile(file: string): PolicyFile {
  refuseForeignAccess(file);
  return textFile(file);
}

/** What stands in settings and policies says who may do what. */
function refuseForeignAccess(path: string): void {
  let found: ForeignAccess | null;
  try {
    found = foreignAccessOnPath(path) ?? foreignAccessAt(path);
  } catch (cause) {
    throw new Fault("store-failed", `${path} can't be read`, { cause });
  }
  if (found !== null) throw new Fault("store-failed", `${path} is not used, because ${found.why}: ${found.wayOut}`);
}
