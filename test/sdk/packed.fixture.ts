/** For tests: plumb and the SDKs as people get them, packed, in a project that `npm init -y` made. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBundle } from "../e2e/built-bundle.fixture.ts";
import { type Run, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { toolPython } from "../python/tools.ts";
import { once } from "./once.fixture.ts";
import { compiledSdk } from "./program.fixture.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

export interface PackedProject {
  readonly path: string;
  /** A folder of its own inside it, with these files. */
  folder(files: Readonly<Record<string, string>>): string;
  /** The installed command, in such a folder. */
  plumb(folder: string, argv: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Run>;
  /** The Python package, to be installed with pip. */
  readonly wheel: string;
  remove(): void;
}

export async function packedProject(): Promise<PackedProject> {
  const packages = [await packedProgram(), await packedSdk()];
  const wheel = await packedWheel();
  const place = realpathSync(mkdtempSync(join(tmpdir(), "plumb-packed-")));
  const path = join(place, "project");
  mkdirSync(path);
  npm(["init", "-y"], path);
  npm(["install", "--prefer-offline", "--ignore-scripts", ...packages], path);
  let count = 0;
  return {
    path,
    folder: (files) => {
      count += 1;
      const folder = join(path, `case-${count}`);
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      return folder;
    },
    plumb: (folder, argv, environment) =>
      startPlumb(argv, folder, environment, join(path, "node_modules", ".bin", "plumb")).ended,
    wheel,
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

export function npm(argv: readonly string[], cwd: string): string {
  return execFileSync("npm", [...argv, "--no-audit", "--no-fund"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The command as npm packs it. */
export function packedProgram(): Promise<string> {
  return once("program", (place) => {
    const source = join(place, "source");
    const built = buildBundle();
    cpSync(dirname(built.bundle), join(source, "dist"), { recursive: true });
    rmSync(built.folder, { recursive: true });
    const parts = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", "policies", "examples", "packages"];
    for (const name of parts) cpSync(join(root, name), join(source, name), { recursive: true });
    return pack(source, place);
  });
}

/** The SDK for TypeScript as npm packs it. */
export async function packedSdk(): Promise<string> {
  const dist = await compiledSdk();
  return once("sdk", (place) => {
    const source = join(place, "source");
    const filter = (path: string): boolean => !/[\\/](dist|node_modules)$/.test(path);
    cpSync(join(root, "sdk/typescript"), source, { recursive: true, filter });
    cpSync(dist, join(source, "dist"), { recursive: true });
    return pack(source, place);
  });
}

/** The SDK for Python as pip builds it. */
export function packedWheel(): Promise<string> {
  return once("wheel", (place) => {
    // Building writes beside the sources: a copy is built.
    const source = join(place, "source");
    cpSync(join(root, "sdk/python"), source, { recursive: true });
    const folder = join(place, "wheel");
    const options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder];
    execFileSync(toolPython, ["-m", "pip", "wheel", ...options, source]);
    return join(folder, readdirSync(folder)[0] ?? "");
  });
}

function pack(source: string, place: string): string {
  const argv = ["pack", "--json", "--ignore-scripts", "--pack-destination", place];
  const [packed] = JSON.parse(npm(argv, source)) as [{ readonly filename: string }];
  return join(place, packed.filename);
}

/** The files that a packed file of npm holds. */
export function filesIn(packed: string): readonly string[] {
  const listed = execFileSync("tar", ["tzf", packed], { encoding: "utf8" });
  return listed
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
}
