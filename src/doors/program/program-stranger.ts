import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { ofAnother, type Stranger, strangerAt } from "../../files/stranger-at.ts";
import { strangerInFolder, strangerOnWay } from "../../files/way.ts";

/**
 * Who else may have put code of theirs where a program runs it: in the file, its folder (what lies there is imported, so the sticky
 * bit is not enough), the way to it, and the folders of packages that Node looks into. Null where nobody can, and on a system without
 * owners. Throws what the file system throws.
 */
export function strangerAtProgram(path: string): Stranger | null {
  const packages = isNode(path) ? foldersOf(path).map((folder) => join(folder, "node_modules")) : [];
  return strangerOnWay(path) ?? firstStranger([dirname(path), path, ...packages]);
}

/** The same of a package that was found for a program, by the file of it that runs. */
export function strangerAtPackage(path: string): Stranger | null {
  return strangerOnWay(path) ?? firstStranger([dirname(path), path]);
}

/**
 * The same of a virtual environment beside a program. What its interpreter leads to is an installation, like the one that `PATH`
 * finds, and is not judged.
 */
export function strangerAtEnvironment(folder: string, interpreter: string): Stranger | null {
  const me = process.getuid?.();
  const found = firstStranger([folder, dirname(interpreter)]);
  if (found !== null || me === undefined) return found;
  const entry = lstatSync(interpreter);
  if (entry.uid !== me && entry.uid !== 0) return ofAnother(interpreter, entry, me);
  return entry.isSymbolicLink() ? null : firstStranger([interpreter]);
}

function firstStranger(paths: readonly string[]): Stranger | null {
  const there = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  for (const path of there) {
    const found = strangerAt(path) ?? strangerInFolder(path);
    if (found !== null) return found;
  }
  return null;
}

function isNode(path: string): boolean {
  return !path.endsWith(".py");
}

/** The folder of a file, and those above it. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}
