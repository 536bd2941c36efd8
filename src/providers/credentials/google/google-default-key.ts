import { readRegularFile } from "../../../files/regular-file.ts";
import { whyFailed } from "../../../files/why-failed.ts";
import type { GivenCredential } from "../sources/given-credential.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The credential file that Google's own tools would find: the one that GOOGLE_APPLICATION_CREDENTIALS names, else the
 * one that gcloud wrote. Undefined where there is none; throws an Error where the variable names one that can't be
 * read.
 */
export function defaultKey(environment: Environment): GivenCredential | undefined {
  const named = environment["GOOGLE_APPLICATION_CREDENTIALS"] || environment["google_application_credentials"];
  if (named) {
    const what = `GOOGLE_APPLICATION_CREDENTIALS names ${named}, which can't be read`;
    const text = textAt(named, what);
    if (text === undefined) throw new Error(`${what}: it is not there`);
    return { text, name: named };
  }
  const folder = gcloudFolder(environment);
  if (folder === undefined) return undefined;
  const name = `${folder}/application_default_credentials.json`;
  const text = textAt(name, `${name} can't be read`);
  return text === undefined ? undefined : { text, name };
}

/**
 * The text of a file; undefined where there is none. Throws an Error that begins with `what`, also for a pipe: it is
 * not waited for.
 */
function textAt(path: string, what: string): string | undefined {
  try {
    return readRegularFile(path);
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new Error(`${what}: ${whyFailed(cause)}`);
  }
}

/** Where gcloud keeps its settings. Source: the vendor's library, `GoogleAuth`. */
function gcloudFolder(environment: Environment): string | undefined {
  const { CLOUDSDK_CONFIG: config, APPDATA: appData, HOME: home } = environment;
  if (config) return config;
  if (process.platform === "win32") return appData ? `${appData}/gcloud` : undefined;
  return home ? `${home}/.config/gcloud` : undefined;
}
