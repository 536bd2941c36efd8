import { statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** File systems in which the system shows itself, by the number that Linux has for each (statfs(2)). */
const pseudoFileSystems: ReadonlyMap<number, string> = new Map([
  [0x9fa0, "procfs"],
  [0x62656572, "sysfs"],
  [0x27e0eb, "cgroup"],
  [0x63677270, "cgroup2"],
  [0x64626720, "debugfs"],
  [0x74726163, "tracefs"],
  [0x73636673, "securityfs"],
  [0x62656570, "configfs"],
  [0xcafe4a11, "bpf"],
  [0x1cd1, "devpts"],
  [0x6165676c, "pstore"],
  [0xde5e81e4, "efivarfs"],
  [0xf97cff8c, "selinuxfs"],
  [0x42494e4d, "binfmt_misc"],
  [0x19800202, "mqueue"],
]);

/**
 * The file system that a path lies in, or would, where it is one that keeps no files; null for any other. To be asked
 * before a folder is made: Node tries without end to make one below /proc.
 */
function pseudoFileSystemAt(path: string): string | null {
  if (process.platform !== "linux") return null;
  for (let at = resolve(path); ; at = dirname(at)) {
    const type = typeAt(at);
    if (type !== null) return pseudoFileSystems.get(type) ?? null;
    if (at === dirname(at)) return null;
  }
}

/** Null where nothing is there, or it can't be told. */
function typeAt(path: string): number | null {
  try {
    // Some of the numbers come as negative ones.
    return statfsSync(path).type >>> 0;
  } catch {
    return null;
  }
}

/** Why nothing can be kept at a path, to follow its name; null where something can. */
export function whyNotKept(path: string): string | null {
  const name = pseudoFileSystemAt(path);
  return name === null ? null : `lies in ${name}, where the system shows itself and keeps no files`;
}
