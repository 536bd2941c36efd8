// The single executable (Linux x64): this Node, with the whole command in it (decision 0109).
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { writeBundle } from "../bundle.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Node looks for this text, which stands in each of its programs, to tell whether something was put into it. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Writes `plumb-VERSION-linux-x64` into a folder, and gives its path. */
export async function buildExecutable(folder) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const work = mkdtempSync(join(tmpdir(), "plumb-sea-"));
  try {
    await writeBundle(esbuild, root, join(work, "dist"), { isWhole: true });
    writeFileSync(join(work, "dist", "start.mjs"), 'import("./command.mjs");\n');
    const wasm = "node_modules/@cedar-policy/cedar-wasm/nodejs/cedar_wasm_bg.wasm";
    const assets = {
      ...Object.fromEntries(globSync("dist/*", { cwd: work }).map((name) => [name, join(work, name)])),
      ...Object.fromEntries(globSync("policies/*", { cwd: root }).map((name) => [name, join(root, name)])),
      "dist/cedar_wasm_bg.wasm": join(root, wasm),
      "docs/tutorial.md": join(root, "docs/tutorial.md"),
    };
    // The name of the first code is in the executable as it is given here, so it holds no path of this machine.
    const [main, output] = ["main.cjs", "sea.blob"];
    copyFileSync(join(root, "scripts", "executable", main), join(work, main));
    writeFileSync(
      join(work, "sea.json"),
      JSON.stringify({ main, output, assets, disableExperimentalSEAWarning: true }),
    );
    execFileSync(process.execPath, ["--experimental-sea-config", "sea.json"], { cwd: work, stdio: "ignore" });
    const executable = join(folder, `plumb-${version}-linux-x64`);
    rmSync(executable, { force: true });
    copyFileSync(process.execPath, executable);
    chmodSync(executable, 0o755);
    // Its warnings of names of notes, which it does not need, are left out.
    const postject = join(root, "node_modules", ".bin", "postject");
    execFileSync(postject, [executable, "NODE_SEA_BLOB", join(work, output), "--sentinel-fuse", fuse], {
      stdio: "ignore",
    });
    return executable;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
