import { globSync, readFileSync } from "node:fs";

/** What the system says of a process; nothing of one that is gone. A tick is 1/100 s. */
export function statOf(pid: number | undefined) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ms = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) * 10;
    return { parent: fields[1], ownMs: ms(11), waitedMs: ms(13) };
  } catch {
    return { parent: undefined, ownMs: 0, waitedMs: 0 };
  }
}

/** Milliseconds of CPU that a process has used. */
export const cpuOf = (pid: number | undefined) => statOf(pid).ownMs;

/** The same of a process with its children, those that have ended among them. */
export function cpuOfAll(server: number | undefined): number {
  const all = globSync("/proc/[0-9]*").map((path) => Number(path.slice("/proc/".length)));
  const own = all.filter((each) => each === server || statOf(each).parent === server);
  return own.reduce((sum, each) => sum + cpuOf(each), 0) + statOf(server).waitedMs;
}
