import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../../base/fault.ts";
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

/** A text with its path. Throws Fault("store-failed") when it can't be read. */
export function textFile(file: string): PolicyFile {
  try {
    return { file, text: readFileSync(file, "utf8") };
  } catch (cause) {
    throw new Fault("store-failed", `the file ${file} can't be read`, { cause });
  }
}
