import { isAbsolute, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { isKeptFolder } from "../files/kept-folder.ts";

/**
 * The folder for code that Node has compiled: in the user's own cache folder, made when missing. A user who can write
 * there can have code of theirs run in our name, for Node does not look who wrote what it finds. So null where the
 * folder is not this user's alone, or others could put theirs in its place; what is loaded is compiled anew then. That
 * makes a no-op plan of one resource take 1.23 times the CPU, and a first up of it 1.39 times (decision 0099).
 */
export function compileCacheFolder(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { XDG_CACHE_HOME: caches = "", HOME: home = "" } = environment;
  const base = isAbsolute(caches) ? caches : isAbsolute(home) ? join(home, ".cache") : null;
  if (base === null) return null;
  const folder = join(base, "plumb");
  return isKeptFolder(folder) ? folder : null;
}

/**
 * Loads files with all of their functions compiled. Node keeps what V8 has compiled when a file is loaded, and without
 * this V8 compiles each function at its first call: at every start anew, 1 650 of them in an up of one resource. That
 * makes a first up of one take 1.17 times the CPU, and a change of it 1.13 times (decision 0120).
 */
export async function loadWhole<T>(load: () => Promise<T>): Promise<T> {
  setFlagsFromString("--no-lazy");
  try {
    return await load();
  } finally {
    setFlagsFromString("--lazy");
  }
}
