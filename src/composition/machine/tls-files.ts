import { Fault } from "../../../packages/base/fault.ts";
import { foreignAccessAt } from "../../files/foreign-access.ts";
import { foreignAccessOnPath } from "../../files/path-access.ts";
import { readRegularFile } from "../../files/regular-file.ts";
import { whyFailed } from "../../files/why-failed.ts";
import { readSecretFile } from "./read-secret-file.ts";

/**
 * A certificate and its key. All may read the certificate, and the key is its owner's alone. Throws a Fault where
 * another user could have written one of them or may read the key, and where one can't be read.
 */
export function tlsFiles({ cert, key }: { readonly cert: string; readonly key: string }): {
  readonly cert: string;
  readonly key: string;
} {
  return { cert: read(cert, certificateText), key: read(key, readSecretFile) };
}

function certificateText(path: string): string {
  const found = foreignAccessOnPath(path) ?? foreignAccessAt(path);
  if (found !== null)
    throw new Fault("service-not-listening", `${path} is not used, because ${found.why}: ${found.wayOut}`);
  return readRegularFile(path);
}

function read(path: string, textOf: (path: string) => string): string {
  try {
    return textOf(path);
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault("service-not-listening", `${path} can't be read: ${whyFailed(cause)}`, { cause });
  }
}
