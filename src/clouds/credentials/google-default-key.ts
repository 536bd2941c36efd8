import { readFile } from "node:fs/promises";
import type { GivenCredential } from "./given-credential.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The credential file that Google's own tools would find: the one that GOOGLE_APPLICATION_CREDENTIALS names, else the one that gcloud
 * wrote. Undefined where there is none; throws an Error where the variable names one that can't be read.
 */
export async function defaultKey(environment: Environment): Promise<GivenCredential | undefined> {
  const named = environment["GOOGLE_APPLICATION_CREDENTIALS"] || environment["google_application_credentials"];
  if (named) {
    const text = await readFile(named, "utf8").catch(() => {
      throw new Error(`GOOGLE_APPLICATION_CREDENTIALS names ${named}, which can't be read`);
    });
    return { text, name: named };
  }
  const folder = gcloudFolder(environment);
  if (folder === undefined) return undefined;
  const name = `${folder}/application_default_credentials.json`;
  const text = await readFile(name, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return undefined;
    throw new Error(`${name} can't be read`);
  });
  return text === undefined ? undefined : { text, name };
}

/** Where gcloud keeps its settings. Source: the vendor's library, `GoogleAuth`. */
function gcloudFolder(environment: Environment): string | undefined {
  const { CLOUDSDK_CONFIG: config, APPDATA: appData, HOME: home } = environment;
  if (config) return config;
  if (process.platform === "win32") return appData ? `${appData}/gcloud` : undefined;
  return home ? `${home}/.config/gcloud` : undefined;
}
