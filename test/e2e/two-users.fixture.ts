/** For tests: two users of one machine, of whom one is hostile. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Run } from "./run-plumb.fixture.ts";

export const owner = 4001;
export const stranger = 4002;

/** What keeps this machine from running processes of other users; null where nothing does. */
export function whyNoTwoUsers(): string | null {
  if (process.getuid?.() !== 0) return "only root can start processes of two users";
  const tried = spawnSync(process.execPath, ["--version"], { uid: owner, gid: owner, cwd: "/", env: {} });
  return tried.status === 0 ? null : `another user can't run ${process.execPath}`;
}

/** Runs a bundle as a user, with nothing in its environment but what is given. */
export function runAs(
  uid: number,
  argv: readonly string[],
  { cwd, environment }: { readonly cwd: string; readonly environment: Readonly<Record<string, string>> },
): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...argv], {
    // A service that ought to refuse and starts would never end.
    ...{ uid, gid: uid, cwd, encoding: "utf8", timeout: 30_000 },
    env: { PATH: process.env["PATH"], ...environment },
  });
  return { exitCode: status, stdout, stderr };
}

/** Makes a folder of a user's own, or a file with a text. */
export function place(path: string, uid: number, mode: number, text?: string): string {
  if (text === undefined) mkdirSync(path);
  else writeFileSync(path, text);
  chownSync(path, uid, uid);
  chmodSync(path, mode);
  return path;
}

const planted = "planted code runs";

/**
 * What the stranger can leave in a compile cache of Node's: for a module of a bundle the compiled code of another text
 * of the same length, which says so when it runs. Node compares the length and a checksum of the text; it does not know
 * who wrote what it finds. Made from a copy of the bundle at the same path. Gives what the planted code says.
 */
export function plantCode(bundle: string, cache: string, declaration: string): string {
  const folder = dirname(bundle);
  const module = join(folder, readdirSync(folder).find((name) => name.startsWith("check-")) ?? "");
  const real = readFileSync(module, "utf8");
  const evil = real.replace(/description: "[^"]*"/, (field) =>
    `description: (console.log("${planted}"), "")`.padEnd(field.length),
  );
  writeFileSync(module, evil);
  const environment = { NODE_COMPILE_CACHE: cache };
  const made = runAs(stranger, [bundle, "check", "-f", declaration], { cwd: dirname(declaration), environment });
  writeFileSync(module, real);
  if (!made.stdout.includes(planted)) throw new Error(`nothing was planted: ${made.stdout}${made.stderr}`);
  const [own = ""] = readdirSync(cache);
  // Node keeps a folder for each user there, who owns nothing of it but the number in its name.
  renameSync(join(cache, own), join(cache, own.replace(/[^-]+$/, String(owner))));
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, 0o777);
    if (entry.isFile()) putOff(path, evil, real);
  }
  return planted;
}

/** Lets an entry of the cache pass for that of another text. */
function putOff(path: string, from: string, to: string): void {
  const entry = readFileSync(path);
  const checksumAt = 12;
  if (entry.readUInt32LE(checksumAt) !== crc32(from)) return;
  entry.writeUInt32LE(crc32(to), checksumAt);
  writeFileSync(path, entry);
}
