import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleIsStale, bundle as newest } from "../../scripts/stale-bundle.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The bundle of our sources in a temporary folder of its own, which the caller removes: a copy of the one in `dist`, or
 * built where that is older than they are. `packages`: what lies beside it as where it is installed. Throws when it
 * can't be built.
 */
export function buildBundle(packages: readonly string[] = []): { readonly folder: string; readonly bundle: string } {
  // The build script works on the project it lies in: this one has its own `dist` and the sources of ours.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-bundle-")));
  for (const name of ["scripts", "node_modules"]) mkdirSync(join(folder, name));
  for (const name of ["build.mjs", "bundle.mjs"])
    copyFileSync(join(root, "scripts", name), join(folder, "scripts", name));
  copyFileSync(join(root, "package.json"), join(folder, "package.json"));
  for (const name of ["src", "packages", "temporal", "policies"]) symlinkSync(join(root, name), join(folder, name));
  for (const name of ["esbuild", ...packages]) {
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place);
  }
  const bundle = join(folder, "dist", "plumb.mjs");
  if (!bundleIsStale()) {
    cpSync(dirname(newest), dirname(bundle), { recursive: true });
    return { folder, bundle };
  }
  const built = spawnSync(process.execPath, [join(folder, "scripts", "build.mjs")], { encoding: "utf8" });
  if (built.status !== 0 || built.stderr !== "") throw new Error(`the bundle can't be built: ${built.stderr}`);
  return { folder, bundle };
}
