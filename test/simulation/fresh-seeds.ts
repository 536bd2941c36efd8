import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";

/** Fixed ranges lie below. */
const lowest = 100_000_000;
const span = 2_000_000_000;

/**
 * The first seed of a range where nobody has looked yet: another one with each commit, the same whenever that commit is tried
 * again. Outside of a repository it goes by the day.
 */
export function freshSeed(): number {
  const digest = createHash("sha256").update(occasion()).digest();
  return lowest + (digest.readUInt32BE(0) % span);
}

function occasion(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return new Date().toISOString().slice(0, "2026-01-01".length);
  }
}
