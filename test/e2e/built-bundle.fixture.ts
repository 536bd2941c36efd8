import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds the bundle from our sources into a temporary folder of its own, which the caller removes. Throws when it can't be built. */
export function buildBundle(): { readonly folder: string; readonly bundle: string } {
  // The build script works on the project it lies in: this one has its own `dist` and the sources of ours.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-bundle-")));
  for (const name of ["scripts", "node_modules"]) mkdirSync(join(folder, name));
  copyFileSync(join(root, "scripts", "build.mjs"), join(folder, "scripts", "build.mjs"));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "src"), join(folder, "src"));
  symlinkSync(join(root, "node_modules", "esbuild"), join(folder, "node_modules", "esbuild"));
  const built = spawnSync(process.execPath, [join(folder, "scripts", "build.mjs")], { encoding: "utf8" });
  if (built.status !== 0 || built.stderr !== "") throw new Error(`the bundle can't be built: ${built.stderr}`);
  return { folder, bundle: join(folder, "dist", "plumb.mjs") };
}
