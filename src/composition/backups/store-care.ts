import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Fault } from "../../../packages/base/fault.ts";
import type { BackupReport, RestoreReport, StoreCare } from "../../cli/connection/store-care.ts";
import type { WrappedKeys } from "../../engine/ports/secrets.ts";
import { originalLineage } from "../../engine/state/lineage.ts";
import { refuseOtherKey } from "../../secrets/envelope-keys.ts";
import { type KeyPlace, keyFile } from "../../secrets/key-file.ts";
import { SealedSecrets } from "../../secrets/sealed-secrets.ts";
import { localOwner } from "../../service/access/local-owner.ts";
import { Audit } from "../../service/audit/audit.ts";
import { checkpointFile, checkpointKeyIn } from "../../service/audit/audit-files.ts";
import { auditedDeed } from "../../service/audit/audited-deed.ts";
import type { StoreBackups } from "../../stores/rows/backup/store-backups.ts";
import { chooseStore, type ServiceStore, type StoreChoice, type StoreOptions } from "../choose-store.ts";
import { type ReadBackup, readBackup, rowsOfBackup, writeBackup } from "./backup-file.ts";

export interface StoreCareOptions extends StoreOptions {
  readonly version: string;
}

/** What looks after the store that the environment and the state directory name (decision 0125). */
export function storeCare(options: StoreCareOptions): StoreCare {
  const { clock, version } = options;
  const withStore = async <T>(work: (choice: StoreChoice, backups: StoreBackups) => Promise<T>): Promise<T> => {
    const choice = chooseStore(options);
    if (choice.backups === undefined) throw new Fault("store-failed", "a store in memory has no backup");
    try {
      return await work(choice, choice.backups());
    } finally {
      await choice.close();
    }
  };
  const isThere = () => (options.environment["PLUMB_STORE"] ?? "") !== "" || existsSync(join(options.dir, "state.db"));
  return {
    backup: async (out) => {
      if (!isThere()) return null;
      return withStore(async (choice, backups) => {
        // Brings the tables up to date, and proves that the newest writes are there.
        choice.open();
        const madeAt = new Date(clock.now()).toISOString();
        const path = resolve(out);
        const written = await writeBackup(path, { madeAt, madeBy: version, store: backups.kind }, backups.read);
        return reportOf(out, written, choice.keys());
      });
    },
    examine: async (file) => reportOf(file, readBackup(resolve(file)), keysIn(options)),
    restore: async (file, replace) => {
      const path = resolve(file);
      const found = readBackup(path);
      return withStore(async (choice, backups): Promise<RestoreReport | "not-empty"> => {
        if (!replace && !(await backups.isEmpty())) return "not-empty";
        const now = clock.now();
        const { keptAs } = await backups.restore(() => rowsOfBackup(path, found), {
          above: Math.floor(now / 1000),
          restored: { at: new Date(now).toISOString(), madeAt: found.madeAt },
        });
        await noteRestore(choice.open(), options, found);
        return { ...reportOf(file, found, choice.keys()), into: backups.name, keptAs };
      });
    },
    rotateKeys: async (forget) => {
      if (!isThere()) return null;
      return withStore(async (choice) => {
        const [store, place] = [choice.open(), choice.keys()];
        const lineages = async () => [...(await store.lineages()).values()].map(originalLineage);
        const secrets = new SealedSecrets(store.sealed, place);
        if (await secrets.isEmpty()) return null;
        const rotate = () => secrets.rotate({ lineages, forget });
        const rotation = await noted(store, options, rotate);
        return rotation === null ? null : { file: place.name, ...rotation };
      });
    },
  };
}

/** Rotates the keys, and has it in the audit log of a store that a service keeps one in. */
async function noted<T>({ documentStore }: ServiceStore, { clock, dir }: StoreCareOptions, rotate: () => Promise<T>) {
  const key = checkpointKeyIn(join(dir, "audit.key"));
  const unsigned = { documentStore, clock, key: null, place: null };
  const signed = new Audit({ ...unsigned, key, place: checkpointFile(join(dir, "audit.checkpoints")) });
  // A checkpoint of another key than the services have could not be checked by them.
  const audit = (await signed.signedByOther()) === null ? signed : new Audit(unsigned);
  if ((await audit.length()) === 0) return rotate();
  const deed = { principal: localOwner.caller.principal, action: "key:rotate", subject: null };
  const rotated = await auditedDeed(audit, deed, rotate);
  await audit.signOff();
  return rotated;
}

/**
 * Adds a restore to the log that it has brought back: one of before would be in the former store only. It is not
 * signed, since checkpoints beside the store may be of a longer log.
 */
async function noteRestore({ documentStore }: ServiceStore, { clock }: StoreCareOptions, { madeAt }: ReadBackup) {
  const audit = new Audit({ documentStore, clock, key: null, place: null });
  const { principal } = localOwner.caller;
  const deed = { principal, action: "store:restore", subject: `the backup of ${madeAt}` };
  try {
    if ((await audit.length()) > 0) await auditedDeed(audit, deed, async () => {});
  } catch (cause) {
    throw new Fault("store-failed", "the backup was restored, but the audit log could not be told", { cause });
  }
}

function reportOf(
  file: string,
  { bytes, madeAt, madeBy, store, counts, keys }: ReadBackup,
  place: KeyPlace,
): BackupReport {
  const { stacks, records, openIntents, journalEntries, plans, sealedValues } = counts;
  return {
    ...{ file, bytes, madeAt, madeBy, store },
    counts: { stacks, records, openIntents, journalEntries, plans, sealedValues },
    key: keys === null ? null : keyOf(keys, place),
  };
}

/** Where the key is kept, for a look: it makes no state directory. */
function keysIn(options: StoreCareOptions): KeyPlace {
  const { PLUMB_STORE: shared = "", PLUMB_SECRET_KEY_FILE: named = "" } = options.environment;
  const isMade = existsSync(options.dir) || shared !== "" || named !== "";
  return isMade ? chooseStore(options).keys() : keyFile(join(options.dir, "secret.key"));
}

function keyOf(keys: WrappedKeys, place: KeyPlace): { readonly file: string; readonly opens: boolean } {
  try {
    refuseOtherKey(keys, place);
    return { file: place.name, opens: true };
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return { file: place.name, opens: false };
  }
}
