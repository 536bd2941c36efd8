import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

/**
 * A digest of the commit that is checked out, by which tests draw their fresh cases: another one with each commit, the
 * same whenever that commit is tried again. Outside of a repository it goes by the day.
 */
export function commitDigest(): Buffer {
  return createHash("sha256").update(occasion()).digest();
}

function occasion(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return new Date().toISOString().slice(0, "2026-01-01".length);
  }
}
