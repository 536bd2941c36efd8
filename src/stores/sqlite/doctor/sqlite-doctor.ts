import { existsSync, rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../../../packages/base/clock.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import type { Ids } from "../../../../packages/base/ids.ts";
import type { StoreDoctor, StoreExamination, StoreRepair } from "../../../engine/ports/store-doctor.ts";
import { readKeys } from "../../rows/stored-documents.ts";
import { type FoundMark, readMark } from "../connection/high-water-mark.ts";
import { keepDatabasePrivate } from "../connection/private-file.ts";
import { guarded, isSqliteError } from "../connection/store-faults.ts";
import { writeDatabase } from "../migrations/create-database.ts";
import { refuseOtherVersions } from "../migrations/migrate.ts";
import { findDamage } from "./find-damage.ts";
import { addFromPages, readDatabase } from "./read-database.ts";
import { type Rebuilt, rebuild } from "./rebuild.ts";
import { fingerprintOf, keepDatabase, refuseWhenUsed, removeDatabase, replaceDamaged } from "./replace-file.ts";
import { Salvage } from "./salvage.ts";
import { writeRebuilt } from "./write-rebuilt.ts";

interface Found {
  readonly damage: readonly string[];
  readonly salvage: Salvage;
  readonly mark: FoundMark;
}

/** Looks after the file of a SqliteStore. */
export class SqliteDoctor implements StoreDoctor {
  readonly #path: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #ids: Ids;

  constructor(path: string, { clock, ids }: { readonly clock: Pick<Clock, "now">; readonly ids: Ids }) {
    this.#path = path;
    this.#clock = clock;
    this.#ids = ids;
  }

  readonly examine = async (): Promise<StoreExamination> =>
    guarded(this.#path, () => {
      const file = this.#path;
      const found = this.#look();
      if (found === null) return { kind: "nothing", file };
      const { counts, lost, mended } = this.#rebuilt(found);
      if (found.damage.length === 0) {
        const { keys } = found.salvage;
        return { kind: "whole", file, counts, keys: keys === null ? null : (readKeys(keys) ?? null) };
      }
      return { kind: "damaged", file, damage: found.damage, recovery: { counts, lost, mended } };
    });

  readonly repair = async (): Promise<StoreRepair | null> =>
    guarded(this.#path, () => {
      const found = this.#look();
      if (found === null || found.damage.length === 0) return null;
      // What is kept of the damaged files has their mode.
      keepDatabasePrivate(this.#path);
      const before = fingerprintOf(this.#path);
      const keptAs = keepDatabase(this.#path, "damaged", new Date(this.#clock.now()).toISOString());
      const id = this.#ids.unique();
      const draft = `${this.#path}.new-${id}`;
      try {
        const rebuilt = this.#rebuilt(found);
        rmSync(draft, { force: true });
        const lost = [...rebuilt.lost];
        writeDatabase(draft, (database) => lost.push(...writeRebuilt(database, id, rebuilt, found.salvage)));
        refuseWhenUsed(this.#path, before, "repair");
        replaceDamaged(this.#path, draft, id);
        const recovery = { counts: rebuilt.counts, lost, mended: rebuilt.mended };
        return { file: this.#path, keptAs: existsSync(keptAs) ? keptAs : null, damage: found.damage, recovery };
      } catch (cause) {
        removeDatabase(keptAs);
        throw cause;
      } finally {
        removeDatabase(draft);
      }
    });

  /** Null when nothing was ever stored here. */
  #look(): Found | null {
    const mark = readMark(this.#path);
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size;
    if (size === undefined && mark.kind === "none" && !existsSync(`${this.#path}-wal`)) return null;
    if (size === undefined || size === 0) {
      const salvage = new Salvage();
      addFromPages(this.#path, salvage);
      const damage = size === 0 ? "the file is empty" : "the file is gone, though what belongs to it is there";
      return { damage: [damage], salvage, mark };
    }
    refuseUnreadable(this.#path);
    const reading = readDatabase(this.#path);
    const damage = findDamage(reading, mark);
    if (damage.length > 0) addFromPages(this.#path, reading.salvage);
    return { damage, salvage: reading.salvage, mark };
  }

  #rebuilt({ salvage, mark }: Found): Rebuilt {
    const now = new Date(this.#clock.now()).toISOString();
    const rebuilt = rebuild(salvage, now, () => this.#ids.unique());
    return { ...rebuilt, lost: [...rebuilt.lost, ...lostWrites(salvage, mark)] };
  }
}

/** What is known to be missing without knowing what it was, one sentence each. */
function lostWrites({ storeRow, heads }: Salvage, mark: FoundMark): readonly string[] {
  const where = "`plumb drift` and `plumb unmanaged` show where the platform differs.";
  if (storeRow === null) {
    return heads.size === 0 ? [`Everything: nothing of what was recorded could be found. ${where}`] : [];
  }
  if (mark.kind === "unreadable") {
    return [`The newest writes, if any are missing: the note of how far the file came can't be read. ${where}`];
  }
  if (mark.kind !== "found") return [];
  if (mark.mark.storeId !== storeRow.id) return [`What the store that was here before had recorded. ${where}`];
  const missing = mark.mark.commits - storeRow.commits;
  return missing > 0 ? [`The newest ${missing} writes: what they recorded is not known. ${where}`] : [];
}

/**
 * Damage is for the doctor; a database of another version is not. Throws Fault("format-too-new"),
 * Fault("format-too-old").
 */
function refuseUnreadable(path: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    refuseOtherVersions(database, path);
  } catch (cause) {
    if (cause instanceof Fault ? cause.code !== "store-damaged" : !isSqliteError(cause)) throw cause;
  } finally {
    database.close();
  }
}
