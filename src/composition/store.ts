import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { Fault } from "../base/fault.ts";
import type { Ids } from "../base/ids.ts";
import type { Register } from "../engine/ports/register.ts";
import type { SealedRows } from "../engine/ports/secrets.ts";
import type { LeaseHolder, Store } from "../engine/ports/store.ts";
import type { StoreDoctor } from "../engine/ports/store-doctor.ts";
import { PostgresStore } from "../stores/postgres/postgres-store.ts";
import { serverAddress } from "../stores/postgres/server-address.ts";
import { type KeyPlace, keyFile, keyInMemory } from "../stores/sealed/key-file.ts";
import { SqliteDoctor } from "../stores/sqlite/sqlite-doctor.ts";
import { SqliteStore } from "../stores/sqlite/sqlite-store.ts";
import { fileIn, refuseStrangers } from "./state-directory.ts";

/** What every store of ours is. */
export interface ServiceStore extends Store {
  readonly register: Register;
  readonly sealed: SealedRows;
}

export interface StoreChoice {
  /** Opens or makes the store; the same one at each call. */
  open(): ServiceStore;
  /** Closes the store if it was opened. */
  close(): Promise<void>;
  /** Where the key of its sealed values is kept. */
  keys(): KeyPlace;
  /** Looks after the medium; undefined where there is none. */
  readonly doctor: (() => StoreDoctor) | undefined;
  /** This machine, as a holder of stacks. */
  readonly host: string;
}

export interface StoreOptions {
  /** State directory; made when missing. `:memory:` keeps nothing. */
  readonly dir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
}

/**
 * The store that the environment asks for: the PostgreSQL database of `PLUMB_STORE`, which many processes share, or else a
 * file in the state directory. `PLUMB_SECRET_KEY_FILE` names the file of the key that sealed values are under; a shared store
 * needs it, a store of its own has one beside it.
 */
export function chooseStore(options: StoreOptions): StoreChoice {
  const { environment, ids } = options;
  const address = environment["PLUMB_STORE"] ?? "";
  if (address === "") return ownStore(options);
  let opened: PostgresStore | undefined;
  const open = () => {
    opened ??= new PostgresStore({ address: serverAddress(address, environment), ids });
    return opened;
  };
  return {
    open,
    close: async () => opened?.close(),
    keys: () => namedKey(environment) ?? noKey,
    doctor: () => open().doctor(),
    host: `${hostname()}/${machineMark()}`,
  };
}

function ownStore({ dir, environment, clock, ids }: StoreOptions): StoreChoice {
  let opened: SqliteStore | undefined;
  return {
    open: () => {
      opened ??= new SqliteStore(fileIn(dir, "state.db"), ids);
      return opened;
    },
    close: async () => opened?.close(),
    keys: () => namedKey(environment) ?? (dir === ":memory:" ? keyInMemory() : keyFile(fileIn(dir, "secret.key"))),
    // Never makes the directory, and looks at a file that nobody of this process has open.
    doctor:
      dir === ":memory:"
        ? undefined
        : () => {
            refuseStrangers(dir);
            opened?.letGo();
            return new SqliteDoctor(join(dir, "state.db"), { clock, ids });
          },
    host: hostname(),
  };
}

function namedKey(environment: StoreOptions["environment"]): KeyPlace | undefined {
  const file = environment["PLUMB_SECRET_KEY_FILE"] ?? "";
  return file === "" ? undefined : keyFile(file);
}

/** For a shared store whose operator named no key: a key made here would be known to nobody else. */
const noKey: KeyPlace = {
  name: "PLUMB_SECRET_KEY_FILE",
  read: missingKey,
  make: missingKey,
  prepare: missingKey,
};

function missingKey(): never {
  throw new Fault(
    "secrets-unreadable",
    "secret values of a shared store need one key for all its processes: name its file in PLUMB_SECRET_KEY_FILE, the same key for each",
  );
}

/**
 * Tells this machine, since it started, and this container from any other of the same name: a process id says something only
 * among those who share the table of processes.
 */
function machineMark(): string {
  const parts = [
    () => readFileSync("/proc/sys/kernel/random/boot_id", "latin1"),
    () => readlinkSync("/proc/self/ns/pid"),
  ];
  const hash = createHash("sha256");
  for (const part of parts) {
    try {
      hash.update(part());
    } catch {
      // A system without it: the name has to do.
    }
  }
  return hash.digest("hex").slice(0, 8);
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

/** A killed process that nobody has waited for still answers to signal 0. Told by the kernel where it has `/proc`. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    return false;
  }
}
