import { chmodSync, cpSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PostgresServer } from "../contract/postgres-server.ts";
import { plumbProgram } from "../e2e/run-plumb.fixture.ts";
import { HistoryPlace } from "./place.ts";
import { restore } from "./postgres-dump.ts";
import { type Recorded, readRecorded } from "./recorded.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The versions of which there are histories. */
export const recordedVersions: readonly string[] = readdirSync(here).filter((name) => /^\d+\.\d+$/.test(name));

/** For whoever meets a test of a history that fails. */
export const advice = `
A history could not be opened as it was left. People have stores, plans and exports like this one, and they open for
ever (docs/stability.md). Write the step that brings the former form up to date: a migration in src/stores/*/migrations,
or an upgrade in the codec of the document. Never record a released history again.
`;

/** A history, in a temporary folder that the caller removes, with today's program. */
export interface OpenedHistory {
  readonly place: HistoryPlace;
  readonly recorded: Recorded;
}

/**
 * Copies a history; its clock goes on `laterMs` after it was recorded. `server`: holds its store, if it has none in a
 * file.
 */
export function openHistory(version: string, laterMs: number, server: PostgresServer | null): OpenedHistory {
  const folder = mkdtempSync(join(tmpdir(), "plumb-opened-"));
  const source = join(here, version, server === null ? "sqlite" : "postgres");
  cpSync(source, folder, { recursive: true });
  // Git keeps no modes.
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const path = join(folder, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
  if (server !== null) restore(server, join(folder, "store.sql"));
  const recorded = readRecorded(folder);
  const clockOffMs = Date.parse(recorded.at) + laterMs - Date.now();
  const place = new HistoryPlace({ folder, program: plumbProgram, database: server?.address ?? null, clockOffMs });
  return { place, recorded };
}
