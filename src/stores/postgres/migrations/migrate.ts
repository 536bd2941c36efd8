import { Fault } from "../../../../packages/base/fault.ts";
import { tooNew, tooOld } from "../../rows/store-version.ts";
import type { Session } from "../connection/session.ts";
import { firstVersion, migrationsAfter, newestVersion } from "./migrations.ts";

/** The oldest major version of the server that we test with. */
const oldestServer = 15;

/** Key of the advisory lock under which one process at a time migrates; any number of our own does. */
const migrationLock = 7_586_230_017;

/** Brings the tables to the newest version, once for all processes that start together. Throws Fault, ServerError. */
export async function migrate(session: Session): Promise<void> {
  await checkServer(session);
  if ((await versionOf(session)) === newestVersion) return;
  await session.run("BEGIN");
  try {
    const patient = await session.unhurried();
    await patient.rows("SELECT pg_advisory_xact_lock($1)", migrationLock);
    const missing = migrationsAfter(await versionOf(patient));
    for (const [index, sql] of missing.entries()) {
      await patient.run(sql);
      const version = newestVersion - missing.length + index + 1;
      await patient.rows("INSERT INTO plumbline.migration (version) VALUES ($1)", version);
    }
    await session.run("COMMIT");
  } catch (cause) {
    await session.run("ROLLBACK").catch(() => {});
    throw cause;
  }
}

async function checkServer(session: Session): Promise<void> {
  const [row] = await session.rows(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
  );
  if (Number(row?.["version"]) < oldestServer * 10_000) {
    throw new Fault("store-failed", `the state needs PostgreSQL ${oldestServer} or newer`);
  }
  if (row?.["encoding"] !== "UTF8") {
    throw new Fault("store-failed", "the state needs a PostgreSQL database of the encoding UTF8");
  }
}

/** The version of the tables; 0 without any. Throws Fault when it is newer than ours, or from before 0.1.0. */
async function versionOf(session: Session): Promise<number> {
  // Asked of the catalog's tables: functions that look a name up go by a cache, which may not know yet what somebody
  // has made while we waited for the lock.
  const made = await session.rows(
    "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'plumbline' AND tablename = 'migration'",
  );
  if (made.length === 0) return 0;
  const [row] = await session.rows("SELECT max(version) AS version FROM plumbline.migration");
  const version = Number(row?.["version"] ?? 0);
  if (version > newestVersion) throw tooNew();
  if (version < firstVersion) throw tooOld();
  return version;
}
