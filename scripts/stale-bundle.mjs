import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (...parts) => join(fileURLToPath(new URL("..", import.meta.url)), ...parts);

export const bundle = at("dist", "plumb.mjs");

/** A folder's time moves when a file in it comes or goes, a file's when it is edited. */
export function bundleIsStale() {
  if (!existsSync(bundle)) return true;
  const built = statSync(bundle).mtimeMs;
  const newer = (path) => statSync(path).mtimeMs > built;
  const parts = [at("src"), at("packages"), at("temporal")];
  const scripts = ["build.mjs", "bundle.mjs"].map((name) => at("scripts", name));
  if ([at("package.json"), at("package-lock.json"), ...scripts, ...parts].some(newer)) return true;
  return parts.some((part) =>
    readdirSync(part, { recursive: true }).some(
      (path) => !path.endsWith(".test.ts") && !path.includes("node_modules") && newer(join(part, path)),
    ),
  );
}
