import { globSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ForeignAccess, foreignAccessAt, ofAnother } from "../files/foreign-access.ts";
import { foreignAccessInFolder, foreignAccessOnPath } from "../files/path-access.ts";

/**
 * Who else may have put code of theirs where a program runs it: in the file, its folder (what lies there is imported,
 * so the sticky bit is not enough), the way to it, the folders of packages that Node looks into, and the package.json
 * of the package that Node takes it for a part of, whose names go before all others. Null where no other can, and on a
 * system without owners. Throws what the file system throws.
 */
export function foreignAccessToProgram(path: string): ForeignAccess | null {
  const folders = isNode(path) ? foldersOf(path) : [];
  const packages = folders.map((folder) => join(folder, "node_modules"));
  const scope = folders.map((folder) => join(folder, "package.json")).find(isThere);
  const named = scope === undefined ? [] : [scope];
  return foreignAccessOnPath(path) ?? firstForeignAccess([dirname(path), path, ...packages, ...named]);
}

/** The same of a package that was found for a program, by the file of it that runs: of all that lies in the package. */
export function foreignAccessToPackage(path: string): ForeignAccess | null {
  const root = foldersOf(path).find((folder) => isThere(join(folder, "package.json"))) ?? dirname(path);
  return foreignAccessOnPath(path) ?? firstForeignAccess([dirname(path), path, ...allBelow(root)]);
}

/**
 * The same of a virtual environment beside a program. What its interpreter leads to is an installation, like the one
 * that `PATH` finds, and is not judged. `sdk`: the name of the package whose files are looked at; of others the folder
 * that holds them.
 */
export function foreignAccessToEnvironment(folder: string, interpreter: string, sdk: string): ForeignAccess | null {
  const me = process.getuid?.();
  const places = globSync(["lib", "lib/python*", "lib/python*/site-packages"], { cwd: folder }).map((place) =>
    join(folder, place),
  );
  const sdkFolders = places.map((place) => join(place, sdk)).filter(isThere);
  const found = firstForeignAccess([
    ...[folder, dirname(interpreter), join(folder, "pyvenv.cfg")],
    ...[...places, ...sdkFolders.flatMap(allBelow)],
  ]);
  if (found !== null || me === undefined) return found;
  const entry = lstatSync(interpreter);
  if (entry.uid !== me && entry.uid !== 0) return ofAnother(interpreter, entry, me);
  return entry.isSymbolicLink() ? null : firstForeignAccess([interpreter]);
}

function firstForeignAccess(paths: readonly string[]): ForeignAccess | null {
  const there = paths.filter(isThere);
  for (const path of there) {
    const found = foreignAccessAt(path) ?? foreignAccessInFolder(path);
    if (found !== null) return found;
  }
  return null;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A folder and all that lies in it, but for packages of its own. */
function allBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "node_modules");
  return [
    folder,
    ...entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? allBelow(path) : [path];
    }),
  ];
}

function isNode(path: string): boolean {
  return !path.endsWith(".py");
}

/** The folder of a file, and those above it. */
function foldersOf(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersOf(folder)];
}
