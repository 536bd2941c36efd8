import { existsSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const memory = "/dev/shm";
/** Bytes: several times what the suites hold at once. */
const enough = 2 * 1024 ** 3;

/**
 * Where tests keep their temporary files: in memory where the system has a place there that is large enough and lets
 * programs run. No file of theirs has to outlive the machine, and on a disk every commit of a database waits for it.
 */
export function temporaryPlace(): string {
  if (process.env["TMPDIR"] !== undefined || !existsSync("/proc/mounts")) return tmpdir();
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, place]) => place === memory);
  if (mount === undefined || mount[3]?.split(",").includes("noexec")) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= enough ? memory : tmpdir();
}

/** Where a test keeps what must lie on a disk: a file that all may read is a mounted secret where it lies in memory. */
export const placeOnDisk = "/var/tmp";
