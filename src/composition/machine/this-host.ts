import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import type { LeaseHolder } from "../../engine/ports/store.ts";

/** What the system says of the machine, since it started, and of the container; each throws where it says nothing. */
export interface HostFacts {
  name(): string;
  /** Another one each time the machine starts. */
  bootId(): string;
  /** The table of processes that a process id belongs to. */
  pidNamespace(): string;
  /** Hardware addresses of the network. */
  addresses(): string;
}

const thisHost: HostFacts = {
  name: hostname,
  bootId: () => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"),
  pidNamespace: () => readlinkSync("/proc/self/ns/pid"),
  addresses: () =>
    Object.values(networkInterfaces())
      .flatMap((each = []) => each.filter(({ internal }) => !internal).map(({ mac }) => mac))
      .sort()
      .join(),
};

/**
 * This machine as a holder of stacks: its name, and what tells it, since it started, and this container from any other
 * of that name. A process id says something only among those who share the table of processes.
 */
export function hostAsHolder(host: HostFacts = thisHost): string {
  const known = [host.bootId, host.pidNamespace].flatMap(told);
  // A system that says neither has no containers of its own: its addresses have to do.
  const facts = known.length > 0 ? known : [host.addresses].flatMap(told);
  const hash = createHash("sha256");
  for (const fact of facts) hash.update(fact);
  return `${host.name()}/${hash.digest("hex").slice(0, 8)}`;
}

function told(fact: () => string): readonly string[] {
  try {
    return [fact()];
  } catch {
    return [];
  }
}

/** True when the holder was a process of this machine and is gone: it can't come back. */
export function isDeadOn(host: string): (holder: LeaseHolder) => boolean {
  return (holder) => {
    if (holder.host !== host) return false;
    try {
      process.kill(holder.pid, 0);
      return isZombie(holder.pid);
    } catch (cause) {
      return (cause as NodeJS.ErrnoException).code === "ESRCH";
    }
  };
}

/**
 * A killed process that its parent has not waited for still answers to signal 0. Told by the kernel where it has
 * `/proc`.
 */
function isZombie(pid: number): boolean {
  try {
    // A container may see the `/proc` of another, where the number belongs to another process.
    if (readlinkSync("/proc/self") !== `${process.pid}`) return false;
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
  }
}
