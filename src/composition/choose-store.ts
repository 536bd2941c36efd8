import { join } from "node:path";
import type { Clock } from "../../packages/base/clock.ts";
import { Fault } from "../../packages/base/fault.ts";
import type { Ids } from "../../packages/base/ids.ts";
import type { Turns } from "../../packages/base/turns.ts";
import type { DocumentStore } from "../engine/ports/document-store.ts";
import type { SealedRows } from "../engine/ports/secrets.ts";
import type { Store } from "../engine/ports/store.ts";
import type { StoreDoctor } from "../engine/ports/store-doctor.ts";
import { refuseOtherKey } from "../secrets/envelope-keys.ts";
import { type KeyPlace, keyFile, keyInMemory } from "../secrets/key-file.ts";
import { serverAddress } from "../stores/postgres/connection/server-address.ts";
import { PostgresStore } from "../stores/postgres/postgres-store.ts";
import type { StoreBackups } from "../stores/rows/backup/store-backups.ts";
import { SqliteBackups } from "../stores/sqlite/backup/sqlite-backups.ts";
import { SqliteDoctor } from "../stores/sqlite/doctor/sqlite-doctor.ts";
import { SqliteStore } from "../stores/sqlite/sqlite-store.ts";
import { fileIn, refuseForeignAccess } from "./machine/state-directory.ts";
import { hostAsHolder } from "./machine/this-host.ts";

/** What every store of ours is. */
export interface ServiceStore extends Store {
  readonly documentStore: DocumentStore;
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
  /** Backs it up and restores it; undefined where there is no medium. */
  readonly backups: (() => StoreBackups) | undefined;
  /** This machine, as a holder of stacks. */
  readonly host: string;
}

export interface StoreOptions {
  /** State directory; made when missing. `:memory:` keeps nothing. */
  readonly dir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Ids;
  /** For long work, where others want their turn. */
  readonly turns?: Turns | undefined;
}

/**
 * The store that the environment asks for: the PostgreSQL database of `PLUMB_STORE`, which many processes share, or
 * else a file in the state directory. `PLUMB_SECRET_KEY_FILE` names the file of the key that sealed values are under; a
 * shared store needs it, a store of its own has one beside it.
 */
export function chooseStore(options: StoreOptions): StoreChoice {
  const { environment, ids, turns } = options;
  const address = environment["PLUMB_STORE"] ?? "";
  if (address === "") return ownStore(options);
  let opened: PostgresStore | undefined;
  const open = () => {
    opened ??= new PostgresStore({ address: serverAddress(address, environment), ids, turns });
    return opened;
  };
  const backups = () => open().backups();
  return {
    open,
    close: async () => opened?.close(),
    keys: () => namedKey(environment) ?? noKey,
    doctor: () => withKey(open().doctor(), namedKey(environment) ?? noKey),
    backups,
    host: hostAsHolder(),
  };
}

function ownStore({ dir, environment, clock, ids, turns }: StoreOptions): StoreChoice {
  let opened: SqliteStore | undefined;
  return {
    open: () => {
      opened ??= new SqliteStore(fileIn(dir, "state.db"), ids, turns);
      return opened;
    },
    close: async () => opened?.close(),
    keys: () => namedKey(environment) ?? (dir === ":memory:" ? keyInMemory() : keyFile(fileIn(dir, "secret.key"))),
    // Never makes the directory, and looks at a file that this process does not have open.
    doctor:
      dir === ":memory:"
        ? undefined
        : () => {
            refuseForeignAccess(dir);
            opened?.letGo();
            const doctor = new SqliteDoctor(join(dir, "state.db"), { clock, ids });
            return withKey(doctor, namedKey(environment) ?? keyFile(join(dir, "secret.key")));
          },
    backups: dir === ":memory:" ? undefined : () => new SqliteBackups(fileIn(dir, "state.db"), { clock, ids }),
    host: hostAsHolder(),
  };
}

/** A store is not whole without the key of what is sealed in it: Fault("secrets-unreadable") tells the way out. */
function withKey(doctor: StoreDoctor, place: KeyPlace): StoreDoctor {
  return {
    repair: () => doctor.repair(),
    examine: async () => {
      const found = await doctor.examine();
      if (found.kind !== "whole" || found.keys === null) return found;
      try {
        refuseOtherKey(found.keys, place);
      } catch (cause) {
        if (!(cause instanceof Fault)) throw cause;
        const wayOut = `put back the key file that belongs to ${found.file}, from where you keep a copy of it`;
        throw new Fault(cause.code, `${cause.message}; all else is whole; ${wayOut}`, { cause });
      }
      return found;
    },
  };
}

function namedKey(environment: StoreOptions["environment"]): KeyPlace | undefined {
  const file = environment["PLUMB_SECRET_KEY_FILE"] ?? "";
  return file === "" ? undefined : keyFile(file);
}

/** For a shared store whose operator named no key: a key made here would be known to this process only. */
const noKey: KeyPlace = {
  name: "PLUMB_SECRET_KEY_FILE",
  read: missingKey,
  make: missingKey,
  prepare: missingKey,
};

function missingKey(): never {
  throw new Fault(
    "secrets-unreadable",
    "secret values of a shared store need one key for all its processes: " +
      "name its file in PLUMB_SECRET_KEY_FILE, the same key for each",
  );
}
